"""What a rule set is: settlement, seat rotation, faults and table points, as one frozen record."""
