//! Activation functions as Hugging Face writes them: some in one kernel, some in many that each keep something.

use super::VarId;
use super::builder::Builder;
use super::elementwise::Keeps;
use crate::architecture::Activation;

impl Builder {
    /// An activation function into a new tensor (`transformers/activations.py`).
    pub fn activated(&mut self, x: VarId, activation: Activation) -> VarId {
        match activation {
            Activation::Gelu | Activation::GeluTanh => self.activation(x, "gelu", "gelu_backward", Keeps::Input),
            Activation::GeluNew => self.gelu_of_tanh(x),
            Activation::GeluFast => self.gelu_of_products(x),
            Activation::QuickGelu => self.quick_gelu(x),
            Activation::Relu => self.activation(x, "relu", "threshold_backward", Keeps::Result),
            Activation::SquaredRelu => {
                let positive = self.activated(x, Activation::Relu);
                self.power(positive)
            }
            Activation::Silu => self.activation(x, "silu", "silu_backward", Keeps::Input),
            Activation::Tanh => self.activation(x, "tanh", "tanh_backward", Keeps::Result),
        }
    }

    /// `0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))`, one kernel each (`gelu_new`).
    fn gelu_of_tanh(&mut self, x: VarId) -> VarId {
        let half = self.scaled(x, "mul");
        let cube = self.power(x);
        let cube = self.scaled(cube, "mul");
        let sum = self.add(x, cube);
        let scaled = self.scaled(sum, "mul");
        let tangent = self.activation(scaled, "tanh", "tanh_backward", Keeps::Result);
        let shifted = self.shifted(tangent);
        let out = self.multiply(half, shifted);
        self.hold(x);
        out
    }

    /// `0.5 x (1 + tanh(0.7978845608 x (1 + 0.044715 x x)))`, one kernel each (`gelu_fast`).
    fn gelu_of_products(&mut self, x: VarId) -> VarId {
        let half = self.scaled(x, "mul");
        let scaled = self.scaled(x, "mul");
        let small = self.scaled(x, "mul");
        let square = self.multiply(small, x);
        let factor = self.shifted(square);
        let argument = self.multiply(scaled, factor);
        let tangent = self.activation(argument, "tanh", "tanh_backward", Keeps::Result);
        let shifted = self.shifted(tangent);
        let out = self.multiply(half, shifted);
        self.hold(x);
        out
    }

    /// `x * sigmoid(1.702 x)`, one kernel each (`quick_gelu`).
    fn quick_gelu(&mut self, x: VarId) -> VarId {
        let scaled = self.scaled(x, "mul");
        let gate = self.activation(scaled, "sigmoid", "sigmoid_backward", Keeps::Result);
        self.multiply(x, gate)
    }
}
