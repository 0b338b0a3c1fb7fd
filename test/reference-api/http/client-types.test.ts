import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../../../src/reference-api/http/openapi.ts';
import { makePlatform } from '../test-platform.ts';

const FILE = '../../../src/shared/platform-api.generated.ts';

const HEADER = `/**
 * The platform’s HTTP API as types, generated from its OpenAPI document by openapi-typescript.
 * After a change of the API run: npm run platform-types
 */

/** What an operation responds with status 200. */
export type Answer< Id extends keyof operations > =
	operations[ Id ][ 'responses' ] extends {
		200: { content: { 'application/json': infer Body } };
	}
		? Body
		: never;

`;

/**
 * Keeps what clients use: successful responses, errors as one type, and the usage API under one of its two addresses.
 */
function forClients( document: OpenApiDocument ): OpenApiDocument {
	const operations = Object.values( document.paths ?? {} ).flatMap(
		( item ) =>
			[
				item?.get,
				item?.post,
				item?.put,
				item?.patch,
				item?.delete,
			].flatMap( ( operation ) => operation ?? [] )
	);
	for ( const operation of operations ) {
		operation.responses = Object.fromEntries(
			Object.entries( operation.responses ?? {} ).filter(
				( [ status ] ) =>
					status === 'default' || status.startsWith( '2' )
			)
		);
	}
	document.paths = Object.fromEntries(
		Object.entries( document.paths ?? {} ).filter(
			( [ path ] ) => ! ( `/v1${ path }` in ( document.paths ?? {} ) )
		)
	);
	return document;
}

test( 'the generated client types match the OpenAPI document', async () => {
	const platform = await makePlatform();
	const response = await platform.request( '/openapi.json' );
	const document = forClients( ( await response.json() ) as OpenApiDocument );
	const types = astToString(
		await openapiTypes(
			document as Parameters< typeof openapiTypes >[ 0 ],
			{
				rootTypes: true,
				rootTypesNoSchemaPrefix: true,
			}
		)
	);
	await expect( HEADER + types ).toMatchFileSnapshot( FILE );
} );
