"""What can be found out by running an algorithm again: blame, alpha, stability. No Qt here."""
