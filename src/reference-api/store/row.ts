/** A record as its row holds it: times are UTC milliseconds, booleans are 0 or 1, lists are JSON. */
export type Row< Kind > = {
	[ Name in keyof Kind ]: Column< Kind[ Name ] >;
};

type Column< Value > = Value extends Date | boolean
	? number
	: Value extends readonly unknown[]
		? string
		: Value;

/** Reads a nullable time. */
export function toDate( value: number | null ): Date | null {
	return value === null ? null : new Date( value );
}
