"""What leads to an event from anywhere: choosing a file, the sample, the steps that make a new one."""
