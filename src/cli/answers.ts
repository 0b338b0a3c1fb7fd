/**
 * Reads what a platform answers, since it may be of another version, or something else altogether.
 */
import { CliError, EXIT } from './exit.ts';

/**
 * Reads an object whose fields are texts.
 *
 * @param fields The fields that are wanted.
 * @return The fields alone, or null when one is missing or no text.
 */
export function textsIn< Field extends string >(
	value: unknown,
	fields: readonly Field[]
): Record< Field, string > | null {
	if ( typeof value !== 'object' || value === null ) {
		return null;
	}
	const found = value as Record< string, unknown >;
	return fields.every( ( field ) => typeof found[ field ] === 'string' )
		? ( Object.fromEntries(
				fields.map( ( field ) => [ field, found[ field ] ] )
			) as Record< Field, string > )
		: null;
}

function isRecord( value: unknown ): value is Record< string, unknown > {
	return typeof value === 'object' && value !== null;
}

/**
 * Reads a list of objects, or a single one as a list of one.
 *
 * @param key The field that holds the list.
 */
export function recordsIn(
	body: unknown,
	key: string
): Record< string, unknown >[] {
	const list = isRecord( body ) && key in body ? body[ key ] : [ body ];
	return ( Array.isArray( list ) ? list : [ list ] ).map( ( item ) =>
		isRecord( item ) ? item : {}
	);
}

/**
 * Reads a list of such objects, or a single one as a list of one.
 *
 * @param key    The field that holds the list.
 * @param fields The fields of each item.
 * @throws CliError When something else came.
 */
export function listIn< Field extends string >(
	body: unknown,
	key: string,
	fields: readonly Field[]
): Record< Field, string >[] {
	const list =
		typeof body === 'object' && body !== null && key in body
			? ( body as Record< string, unknown > )[ key ]
			: [ body ];
	const items = Array.isArray( list )
		? list.map( ( item ) => textsIn( item, fields ) )
		: [ null ];
	return items.map( ( item ) => {
		if ( item === null ) {
			throw new CliError(
				EXIT.refused,
				`The platform answered without ${ key }. Is its version the same as this command’s?`
			);
		}
		return item;
	} );
}
