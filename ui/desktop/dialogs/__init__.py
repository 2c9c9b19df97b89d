"""The ways to an event: choosing a file, the sample, the steps that create a new one."""
