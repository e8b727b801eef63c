"""Measures training steps on a CUDA card (or, small ones, on the CPU) and writes them as rows of the accuracy report.

The model behind it: a *configuration* is one pinned scenario of the API; a *worker* process trains it for a few steps
under one memory limit; a *row* holds the scenario, the peaks, the step time and everything that was installed.
Only the worker imports PyTorch, so that planning, resuming and the table work on any machine.
"""
