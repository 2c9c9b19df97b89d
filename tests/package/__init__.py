"""What ``make package`` decides, without building anything."""
