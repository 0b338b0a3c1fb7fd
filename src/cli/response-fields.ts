/** Validates responses: the server may be a platform of another version, or another program. */
import { CliError, EXIT } from './exit-codes.ts';

export function isRecord( value: unknown ): value is Record< string, unknown > {
	return typeof value === 'object' && value !== null;
}

/** Makes the error for a response that lacks what the command needs. */
export function incompleteResponse( missing: string ): CliError {
	return new CliError(
		EXIT.refused,
		`The platform’s response has no ${ missing }. Check that the platform and this command have the same version.`
	);
}

/** Returns the given fields of an object, or null if one is missing or not a string. */
export function readStrings< Field extends string >(
	value: unknown,
	fields: readonly Field[]
): Record< Field, string > | null {
	return isRecord( value ) &&
		fields.every( ( field ) => typeof value[ field ] === 'string' )
		? ( Object.fromEntries(
				fields.map( ( field ) => [ field, value[ field ] ] )
			) as Record< Field, string > )
		: null;
}

/** Reads a list of objects, or a single object as a list of one. */
export function readRecords(
	body: unknown,
	key: string
): Record< string, unknown >[] {
	const list = isRecord( body ) && key in body ? body[ key ] : [ body ];
	return ( Array.isArray( list ) ? list : [ list ] ).map( ( item ) =>
		isRecord( item ) ? item : {}
	);
}

/** @throws CliError When an item lacks a field. */
export function readList< Field extends string >(
	body: unknown,
	key: string,
	fields: readonly Field[]
): Record< Field, string >[] {
	const items = readRecords( body, key ).map( ( item ) =>
		readStrings( item, fields )
	);
	return items.map( ( item ) => {
		if ( item === null ) {
			throw incompleteResponse( key );
		}
		return item;
	} );
}
