"""The shelf that `rollbook new` writes: everything beside this file, `dot-` standing for a leading dot."""
