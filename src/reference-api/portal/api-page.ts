/** The page that shows the API's document. */
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../http/openapi.ts';
import type { OpenApiDocument } from './api-document.ts';
import { apiPage } from './pages/api.ts';
import type { Portal } from './portal.ts';
import { frameOf, sendPage } from './portal.ts';

/**
 * Registers the API page.
 *
 * @param scope The portal's part of the server.
 */
export function registerApiPage(
	scope: FastifyInstance,
	portal: Portal
): void {
	scope.get(
		'/api',
		{ config: { scope: 'any' } },
		async ( request, reply ) => {
			const frame = await frameOf( portal, request, '' );
			const document = ( await openApiDocument(
				scope
			) ) as OpenApiDocument;
			return sendPage( reply, frame, apiPage( frame, document ) );
		}
	);
}
