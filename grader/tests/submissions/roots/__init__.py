"""The roots of attacks: each module makes variants of the attacks of one root."""
