/** Reads responses: the server may be a platform of another version, or another program. */
import { CliError, EXIT } from './exit-codes.ts';

/** One value of each type that a command reads. An empty list allows any items, undefined allows any value. */
type Shape< Value > = Value extends string
	? string
	: Value extends number
		? number
		: Value extends boolean
			? boolean
			: Value extends ( infer Item )[]
				? Shape< Item >[]
				: {
						[ Key in keyof Value ]?:
							Shape< Value[ Key ] > | undefined;
					};

/** The type of values like those of a shape. */
type Widened< S > = S extends string
	? string
	: S extends number
		? number
		: { [ Key in keyof S ]: Widened< S[ Key ] > };

function isRecord( value: unknown ): value is Record< string, unknown > {
	return typeof value === 'object' && value !== null;
}

function pick( value: unknown, shape: unknown, name: string ): unknown {
	if ( shape === undefined ) {
		return value;
	}
	if ( Array.isArray( shape ) && Array.isArray( value ) ) {
		return value.map( ( item, index ) =>
			pick( item, shape[ 0 ], `${ name }[${ index }]` )
		);
	}
	if ( isRecord( shape ) && ! Array.isArray( shape ) && isRecord( value ) ) {
		return Object.fromEntries(
			Object.entries( shape ).map( ( [ key, part ] ) => [
				key,
				pick( value[ key ], part, name ? `${ name }.${ key }` : key ),
			] )
		);
	}
	if ( isRecord( shape ) || typeof value !== typeof shape ) {
		throw new CliError(
			EXIT.refused,
			`The platform’s response has no valid ${ name || 'body' }. Check that the platform and this command have the same version.`
		);
	}
	return value;
}

/**
 * Returns what the shape names of a response's body, in its order.
 *
 * @throws CliError When a field is missing or has another type.
 */
export async function read< Value, S >(
	call: Promise< { data?: Value } >,
	shape: S & Shape< Value >
): Promise< Widened< S > > {
	return pick( ( await call ).data, shape, '' ) as Widened< S >;
}
