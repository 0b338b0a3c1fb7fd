/** `whsec_…`. A list while the secret is rotated; empty entries are ignored. */
export type Secret = string | undefined | readonly ( string | undefined )[];
