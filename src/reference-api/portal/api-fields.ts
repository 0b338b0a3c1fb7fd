/**
 * Says what a body of the API holds: its fields by their paths, with types in words.
 */
import type { OpenApiDocument, Schema } from './api-document.ts';
import { resolve } from './api-document.ts';

/** A field of a body. */
export interface FieldRow {
	/** For example `metadata.build` or `shellVariables[].key`. */
	path: string;
	type: string;
	isRequired: boolean;
	description: string;
}

const MAX_DEPTH = 6;

function literal( value: unknown ): string {
	return JSON.stringify( value );
}

/**
 * Says a schema's type in a few words, for example `string, date-time`, `"read" or "write"`, `list of objects`.
 */
export function typeWords( document: OpenApiDocument, given: Schema ): string {
	const schema = resolve( document, given );
	if ( schema.const !== undefined ) {
		return literal( schema.const );
	}
	if ( schema.enum ) {
		return schema.enum.map( literal ).join( ' or ' );
	}
	const either = schema.anyOf ?? schema.oneOf;
	if ( either ) {
		return [
			...new Set( either.map( ( one ) => typeWords( document, one ) ) ),
		].join( ' or ' );
	}
	if ( schema.items ) {
		return `list of ${ typeWords( document, schema.items ) }`;
	}
	const types = [
		schema.type ?? ( schema.properties ? 'object' : 'any value' ),
	].flat();
	return [ types.join( ' or ' ), schema.format ]
		.filter( Boolean )
		.join( ', ' );
}

function childrenOf( document: OpenApiDocument, given: Schema ): Schema {
	const schema = resolve( document, given );
	if ( schema.items ) {
		return childrenOf( document, schema.items );
	}
	const either = schema.anyOf ?? schema.oneOf;
	const withFields = either
		?.map( ( one ) => resolve( document, one ) )
		.find( ( one ) => one.properties ?? one.items );
	return withFields ? childrenOf( document, withFields ) : schema;
}

function listMark( document: OpenApiDocument, given: Schema ): string {
	return resolve( document, given ).items ? '[]' : '';
}

/**
 * Lists the fields of a body, nested ones by their path.
 *
 * @param prefix The path so far.
 * @param depth  How deep it is.
 */
export function fieldRows(
	document: OpenApiDocument,
	given: Schema,
	prefix = '',
	depth = 0
): FieldRow[] {
	if ( depth > MAX_DEPTH ) {
		return [];
	}
	const schema = childrenOf( document, given );
	const start = prefix === '' ? listMark( document, given ) : prefix;
	return Object.entries( schema.properties ?? {} ).flatMap(
		( [ name, child ] ) => {
			const path = start === '' ? name : `${ start }.${ name }`;
			const own = {
				path,
				type: typeWords( document, child ),
				isRequired: schema.required?.includes( name ) ?? false,
				description:
					child.description ??
					resolve( document, child ).description ??
					'',
			};
			const inside = path + listMark( document, child );
			return [ own, ...fieldRows( document, child, inside, depth + 1 ) ];
		}
	);
}
