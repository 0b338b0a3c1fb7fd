import { describe, expect, test } from 'vitest';
import type {
	OpenApiDocument,
	Schema,
} from '../../../src/reference-api/portal/api-document.ts';
import {
	chaptersOf,
	refusalMeanings,
} from '../../../src/reference-api/portal/api-document.ts';
import {
	curlOf,
	exampleOf,
} from '../../../src/reference-api/portal/api-example.ts';
import {
	fieldRows,
	typeWords,
} from '../../../src/reference-api/portal/api-fields.ts';

const DOCUMENT: OpenApiDocument = {
	tags: [
		{ name: 'Apps', description: 'Applications.' },
		{ name: 'Unused' },
	],
	security: [ { basic: [] }, { session: [] } ],
	paths: {
		'/v1/accounts/{account}/apps': {
			post: {
				operationId: 'createApp',
				summary: 'Creates an app',
				tags: [ 'Apps' ],
				parameters: [
					{ name: 'account', in: 'path', required: true },
					{
						name: 'appId',
						in: 'query',
						required: true,
						schema: { type: 'string', examples: [ 'shop' ] },
					},
					{ name: 'view', in: 'query' },
				],
				requestBody: {
					content: {
						'application/json': {
							schema: {
								type: 'object',
								required: [ 'region' ],
								properties: {
									region: {
										type: 'string',
										enum: [ "it's here", 'b' ],
									},
									more: { type: 'string' },
								},
							},
						},
					},
				},
			},
			get: { operationId: 'listApps', tags: [ 'Apps' ] },
		},
		'/fu/{environmentId}:upload': {
			post: {
				requestBody: {
					content: {
						'multipart/form-data': {
							schema: { properties: { repository: {} } },
						},
					},
				},
			},
		},
		'/wh/{action}': {
			post: {
				operationId: 'trigger',
				security: [ { webhookToken: [] } ],
				parameters: [
					{
						name: 'token',
						in: 'query',
						required: true,
						schema: { type: 'string' },
					},
				],
			},
		},
		'/_local/health': { get: { security: [] } },
	},
	components: {
		schemas: {
			Error: {
				type: 'object',
				required: [ 'message' ],
				properties: {
					message: { type: 'string', description: 'Words.' },
				},
			},
		},
	},
};
const SERVER = {
	origin: 'http://127.0.0.1:4100',
	user: "o'neil",
	account: { name: 'acme', id: 'acme-uuid' },
};

function operation( anchor: string ) {
	const found = chaptersOf( DOCUMENT )
		.flatMap( ( { operations } ) => operations )
		.find( ( one ) => one.anchor === anchor );
	if ( found === undefined ) {
		throw new Error( `No operation ${ anchor }.` );
	}
	return found;
}

describe( 'chapters', () => {
	test( 'follow the document, what has none comes last, empty ones are left out', () => {
		const chapters = chaptersOf( DOCUMENT );
		expect( chapters.map( ( { name } ) => name ) ).toEqual( [
			'Apps',
			'Others',
		] );
		expect(
			chapters[ 0 ]?.operations.map( ( { anchor } ) => anchor )
		).toEqual( [ 'list-apps', 'create-app' ] );
	} );

	test( 'say what an operation wants', () => {
		expect( operation( 'create-app' ).access ).toBe( 'user' );
		expect( operation( 'trigger' ).access ).toBe( 'token' );
		expect( operation( 'get-local-health' ).access ).toBe( 'open' );
	} );
} );

describe( 'what is told once', () => {
	const error = ( description: string ) => ( {
		responses: { 404: { description } },
	} );

	test( 'an operation with and without its version', () => {
		const [ chapter ] = chaptersOf( {
			paths: {
				'/v1/installs': { get: {} },
				'/installs': { get: {}, post: {} },
			},
		} );
		expect(
			chapter?.operations.map( ( { method, path, alias } ) => [
				method,
				path,
				alias,
			] )
		).toEqual( [
			[ 'GET', '/v1/installs', '/installs' ],
			[ 'POST', '/installs', '' ],
		] );
	} );

	test( 'what a refusal means in most operations', () => {
		const chapters = chaptersOf( {
			paths: {
				'/a': { get: error( 'Gone.' ) },
				'/b': { get: error( 'Not there.' ) },
				'/c': {
					get: error( 'Not there.' ),
					post: {
						responses: {
							200: {},
							default: { description: 'Else.' },
						},
					},
				},
			},
		} );
		expect( [ ...refusalMeanings( chapters ) ] ).toEqual( [
			[ '404', 'Not there.' ],
			[ 'default', 'Else.' ],
		] );
	} );
} );

describe( 'a call for a terminal', () => {
	test( 'has the account, an example body and no password', () => {
		expect( curlOf( DOCUMENT, operation( 'create-app' ), SERVER ) ).toBe(
			`curl -u 'o'\\''neil' -H 'Content-Type: application/json' -d '{"region":"it'\\''s here"}' 'http://127.0.0.1:4100/v1/accounts/acme/apps?appId=shop'`
		);
	} );

	test( 'has capitals for what one fills in oneself, and the file of an upload', () => {
		expect(
			curlOf(
				DOCUMENT,
				operation( 'post-fu-environment-id-upload' ),
				SERVER
			)
		).toContain(
			"-F repository=@site.zip 'http://127.0.0.1:4100/fu/ENVIRONMENT_ID:upload'"
		);
	} );

	test( 'has the UUID of the account where that is asked for', () => {
		const [ chapter ] = chaptersOf( {
			paths: {
				'/accounts/{account}/usage': {
					get: {
						parameters: [
							{
								name: 'account',
								in: 'path',
								schema: { type: 'string', format: 'uuid' },
							},
						],
					},
				},
			},
		} );
		expect(
			chapter?.operations.map( ( one ) =>
				curlOf( DOCUMENT, one, SERVER )
			)
		).toEqual( [
			"curl 'http://127.0.0.1:4100/accounts/acme-uuid/usage'",
		] );
	} );

	test( 'of a webhook has its token in place of credentials', () => {
		expect( curlOf( DOCUMENT, operation( 'trigger' ), SERVER ) ).toBe(
			"curl -X POST 'http://127.0.0.1:4100/wh/ACTION?token=TOKEN'"
		);
	} );

	test( 'of what is open has no user', () => {
		expect(
			curlOf( DOCUMENT, operation( 'get-local-health' ), SERVER )
		).toBe( "curl 'http://127.0.0.1:4100/_local/health'" );
	} );
} );

describe( 'fields', () => {
	const body: Schema = {
		type: 'object',
		required: [ 'a', 'list' ],
		properties: {
			a: { type: 'string', format: 'date-time', description: 'When.' },
			list: {
				type: 'array',
				items: {
					type: 'object',
					properties: { key: { type: [ 'string', 'null' ] } },
				},
			},
			error: { $ref: '#/components/schemas/Error' },
			either: {
				anyOf: [
					{ type: 'null' },
					{ type: 'object', properties: { x: { const: 1 } } },
				],
			},
		},
	};

	test( 'are told with their paths, types and meanings', () => {
		expect(
			fieldRows( DOCUMENT, body ).map(
				( { path, type, isRequired, description } ) =>
					`${ path }: ${ type }${ isRequired ? '!' : '' } ${ description }`.trim()
			)
		).toEqual( [
			'a: string, date-time! When.',
			'list: list of object!',
			'list[].key: string or null',
			'error: object',
			'error.message: string! Words.',
			'either: null or object',
			'either.x: 1',
		] );
	} );

	test( 'of a list begin with its mark', () => {
		expect(
			fieldRows( DOCUMENT, { type: 'array', items: body } )[ 0 ]?.path
		).toBe( '[].a' );
	} );

	test( 'of a schema that holds itself end', () => {
		const endless: OpenApiDocument = {
			components: {
				schemas: {
					Node: {
						properties: {
							next: { $ref: '#/components/schemas/Node' },
						},
					},
				},
			},
		};
		expect(
			fieldRows( endless, { $ref: '#/components/schemas/Node' } ).length
		).toBeLessThan( 20 );
		expect(
			exampleOf( endless, { $ref: '#/components/schemas/Node' } )
		).toEqual( {} );
	} );

	test.each( [
		[ { enum: [ 'read', 'write' ] }, '"read" or "write"' ],
		[ { const: '' }, '""' ],
		[ {}, 'any value' ],
		[ { oneOf: [ { type: 'string' }, { type: 'string' } ] }, 'string' ],
	] satisfies [ Schema, string ][] )(
		'%j is said as %s',
		( schema, words ) => {
			expect( typeWords( DOCUMENT, schema ) ).toBe( words );
		}
	);
} );
