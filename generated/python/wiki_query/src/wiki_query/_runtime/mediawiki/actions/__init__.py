"""Actions: requests that are not queries; imported when the first action is sent."""
