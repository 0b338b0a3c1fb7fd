import { expect, test } from 'vitest';
import { wordsOf } from './page-text.ts';
import { portalApp } from './portal-app.ts';

test( 'the API page shows what the document says, with links to each operation', async () => {
	const portal = await portalApp();
	portal.app.decorate( 'openApi', async () => ( {
		openapi: '3.1.0',
		info: { title: 'T', version: '1' },
		tags: [ { name: 'Apps', description: 'Applications.' } ],
		paths: {
			'/v1/regions': {
				get: {
					operationId: 'listRegions',
					summary: 'Lists <b>regions</b>',
					tags: [ 'Apps' ],
					security: [ { basic: [] } ],
					responses: {
						200: {
							description: 'All of them.',
							content: {
								'application/json': {
									schema: {
										type: 'object' as const,
										required: [ 'regions' ],
										properties: {
											regions: {
												type: 'string' as const,
												description: 'Where.',
											},
										},
									},
								},
							},
						},
						401: { description: 'Default Response' },
					},
				},
			},
		},
	} ) );
	const { statusCode, body } = await portal.get( '/portal/api' );
	expect( statusCode ).toBe( 200 );
	expect( body ).toContain( 'href="#list-regions"' );
	expect( body ).toContain( 'id="list-regions"' );
	expect( body ).not.toContain( '<b>regions' );
	expect( body ).toContain( 'href="/openapi.json"' );
	const words = wordsOf( body );
	expect( words ).toContain( 'GET /v1/regions' );
	expect( words ).toContain( '200 All of them.' );
	expect( words ).toContain( 'regions string Where.' );
	expect( words ).toContain(
		"curl -u 'sam' 'http://127.0.0.1:4100/v1/regions'"
	);
} );
