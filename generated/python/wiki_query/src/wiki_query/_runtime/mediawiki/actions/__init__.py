"""What a wiki does beside queries; loaded when the first action is carried out."""
