import { expect, test } from 'vitest';
import {
	COMPONENT_NAME,
	shareComponents,
} from '../../../src/reference-api/http/openapi-components.ts';
import type { OpenApiDocument } from '../../../src/reference-api/http/openapi.ts';

/** Returns a document with an operation for each schema of a parameter “id”. */
function documentOf( ...schemas: object[] ): OpenApiDocument {
	return {
		openapi: '3.1.0',
		info: { title: 'Things', version: '1' },
		paths: Object.fromEntries(
			schemas.map( ( schema, index ) => [
				`/things/${ index }`,
				{
					get: {
						parameters: [ { name: 'id', in: 'query', schema } ],
						responses: {},
					},
				},
			] )
		),
	};
}

test( 'two definitions of a parameter need two names', () => {
	const number = { type: 'integer' };
	expect( () =>
		shareComponents( documentOf( { type: 'string' }, number ) )
	).toThrow( 'two parameters with the name id' );

	const document = documentOf(
		{ type: 'string' },
		{ ...number, [ COMPONENT_NAME ]: 'number' }
	);
	shareComponents( document );
	expect( document.components?.parameters ).toEqual( {
		id: { name: 'id', in: 'query', schema: { type: 'string' } },
		number: { name: 'id', in: 'query', schema: number },
	} );
} );
