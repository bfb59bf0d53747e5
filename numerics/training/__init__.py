"""Adam and gradient descent on fresh prompts, and gradient flow on a loss that is passed in."""

from numerics.training.flow import FlowPath, gradient_flow, time_to_reach
from numerics.training.looped import Setting, Trained, evaluate, train
from numerics.training.one_layer import LayerSetting, TrainedLayer, train_one_layer
from numerics.training.starts import KINDS, initial_values

__all__ = [
    "KINDS",
    "FlowPath",
    "LayerSetting",
    "Setting",
    "Trained",
    "TrainedLayer",
    "evaluate",
    "gradient_flow",
    "initial_values",
    "time_to_reach",
    "train",
    "train_one_layer",
]
