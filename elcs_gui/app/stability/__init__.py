"""The stability page: how often each finding comes back on resampled data or with other column orders."""
