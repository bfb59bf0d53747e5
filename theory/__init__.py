"""Exact mathematics: no floats, no randomness, no input or output.

Notation (one letter, one meaning, in every module of this package):

    d        dimension of a feature vector x
    n        number of context examples in a prompt
    L        number of layers (loops) of the looped transformer
    k        power of the sample covariance in a moment E[S^k]
    Sigma    population covariance of x (the looped paper's Sigma*), positive definite; by default I
    X        data matrix (d, n), columns x_1 .. x_n iid N(0, Sigma)   (one-layer paper: (n, d))
    S        sample covariance (1/n) X X' = (1/n) sum x_i x_i'        (a mean, never a sum)
    W        the same S when Sigma = I: n W is a standard Wishart matrix with n degrees of freedom
    A        preconditioner of a layer, any real (d, d) matrix;  A' is the transpose of A
    B        Sigma^{1/2} A Sigma^{1/2}, the preconditioner in whitened coordinates
    a        scalar preconditioner: A = a Sigma^{-1}
    u        the second trainable vector of the looped model, (d,); zero unless said otherwise
    w        ground-truth regressor, w ~ N(0, Sigma^{-1}) in the looped paper, N(0, I) in the other
    sigma2   variance of the label noise
    eta      step size of the one-layer paper's optimum
    alpha    alpha_{n,d,k}: E[W^k] = alpha_{n,d,k} I
    lambda_j eigenvalues of Sigma;  p_j = tr Sigma^j the power sums
    G_p, G'_p the two graphs of a pairing p of {1 .. 2k}; C(.) the number of cycles of a graph

Numbers are `fractions.Fraction` where one module meets another; python-flint is used inside.
"""
