/** Schemas of objects that have no other fields than these. */
import { Type } from 'typebox';
import type { TObjectOptions, TProperties } from 'typebox';

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
