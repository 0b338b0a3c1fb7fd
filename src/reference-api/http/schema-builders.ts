import { Type } from 'typebox';
import type { TObjectOptions, TProperties, TSchema } from 'typebox';

/** Schema of an object that has no other fields than these. */
export function closedObject< Fields extends TProperties >(
	fields: Fields,
	options: TObjectOptions = {}
) {
	return Type.Object( fields, { ...options, additionalProperties: false } );
}

export function describedObject< Fields extends TProperties >(
	description: string,
	fields: Fields
) {
	return closedObject( fields, { description } );
}

/** @param $id The name of the schema in the OpenAPI document. */
export function namedObject< Fields extends TProperties >(
	$id: string,
	description: string,
	fields: Fields
) {
	return closedObject( fields, { $id, description } );
}

export function oneOf< const Value extends string >(
	values: readonly Value[],
	description?: string
) {
	return Type.Unsafe< Value >( {
		type: 'string',
		enum: [ ...values ],
		...( description === undefined ? {} : { description } ),
	} );
}

export function orNull< Schema extends TSchema >(
	schema: Schema,
	description: string
) {
	return Type.Union( [ schema, Type.Null() ], { description } );
}

/** A time of a response. JSON.stringify() writes a date as RFC 3339. */
export function time( description: string ) {
	return Type.Unsafe< Date >( {
		type: 'string',
		format: 'date-time',
		description,
		examples: [ '2026-11-21T08:00:00.000Z' ],
	} );
}

/** A field that is always empty. */
export function emptyText( description: string ) {
	return Type.Literal( '', { description } );
}

export const nextPageToken = Type.String( {
	description: 'The pageToken of the next page; empty on the last one.',
} );

export const uuid = Type.String( {
	format: 'uuid',
	description: 'The id that the usage API uses.',
} );
