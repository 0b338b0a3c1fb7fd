/** Checks responses: the server may be a platform of another version, or another program. */
import { CliError, EXIT } from './exit-codes.ts';

/** One value of each type that a command reads. An empty list allows any items. */
type Shape< Value > = Value extends string
	? string
	: Value extends number
		? number
		: Value extends boolean
			? boolean
			: Value extends ( infer Item )[]
				? Shape< Item >[]
				: { [ Key in keyof Value ]?: Shape< Value[ Key ] > };

function isRecord( value: unknown ): value is Record< string, unknown > {
	return typeof value === 'object' && value !== null;
}

function hasShape( value: unknown, shape: unknown ): boolean {
	if ( Array.isArray( shape ) ) {
		const [ itemShape ] = shape;
		return (
			Array.isArray( value ) &&
			( itemShape === undefined ||
				value.every( ( item ) => hasShape( item, itemShape ) ) )
		);
	}
	if ( isRecord( shape ) ) {
		return (
			isRecord( value ) &&
			Object.entries( shape ).every( ( [ key, part ] ) =>
				hasShape( value[ key ], part )
			)
		);
	}
	return typeof value === typeof shape;
}

/**
 * Returns the value if it has what the command reads.
 *
 * @param missing What the error says is missing.
 * @throws CliError When a field is missing or has another type.
 */
export function expectShape< Value >(
	value: Value,
	shape: Shape< Value >,
	missing: string
): Value {
	if ( ! hasShape( value, shape ) ) {
		throw new CliError(
			EXIT.refused,
			`The platform’s response has no ${ missing }. Check that the platform and this command have the same version.`
		);
	}
	return value;
}
