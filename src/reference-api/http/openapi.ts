/**
 * The platform's routes as an OpenAPI 3.1 document, generated from the schemas that validate the requests. It is
 * generated at its first request, so that the start stays fast.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import Fastify from 'fastify';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { Type } from 'typebox';
import {
	operationsIn,
	shareComponents,
	shareSchemas,
} from './openapi-components.ts';
import {
	documentRoute,
	ErrorBody,
	errorResponses,
	TAGS,
} from './route-documentation.ts';
import type { ErrorStatus } from './route-documentation.ts';
import type { RouteRegistry } from './route-registry.ts';
import { EmptyBody } from './request-schemas.ts';

export type OpenApiDocument = OpenApi.Document;

declare module 'fastify' {
	interface FastifyInstance {
		openApi: () => Promise< OpenApiDocument >;
	}
}

const READING = [ 'GET', 'HEAD' ];

const SECURITY_SCHEMES = {
	basic: {
		type: 'http',
		scheme: 'basic',
		description: 'An API user and its password.',
	},
	session: {
		type: 'apiKey',
		in: 'cookie',
		name: 'headless_deploy_session_PORT',
		description:
			'The portal’s session; PORT is the port that the platform listens on.',
	},
	webhookToken: {
		type: 'apiKey',
		in: 'query',
		name: 'token',
		description: 'The secret of a webhook URL.',
	},
} as const;

const DESCRIPTION = `A hosting platform for headless applications on your own machine.

Error responses are \`{"message": "…"}\` with a message for users, and \`field\` if a field of the request is invalid. A method that a path does not have is answered 405, and \`Allow\` names those that it has. A request whose \`Host\` is not the platform's own is answered 421. A write that comes from another site's page is answered 403, and so are every write of an API user with the role \`read\`, and each request about an account that the user does not belong to.

Faults (\`/_local/faults\`) may put any other answer in the place of these.`;

/** Returns the statuses of a database that is damaged, or on a full disk. */
function databaseRefusals( { method, config }: RouteOptions ): ErrorStatus[] {
	const byMethod = READING.includes( String( method ) ) ? 'read' : 'written';
	switch ( config?.document?.database ?? byMethod ) {
		case 'unused':
			return [];
		case 'read':
			return [ 500, 503 ];
		default:
			return [ 500, 503, 507 ];
	}
}

/** Returns the statuses that the guard, the router and the body parsers respond with, whatever the route. */
function commonRefusals(
	route: RouteOptions,
	schema: FastifySchema
): ErrorStatus[] {
	const isWrite = ! READING.includes( String( route.method ) );
	const { open = false, allowsCrossSite = false, scope } = route.config ?? {};
	const hasParameters = route.url.includes( '/:' );
	// Lists hold what the user may see.
	const isForAll = open || ( scope === 'any' && ! hasParameters );
	// Requests other than GET may have a body, which is parsed before the route runs.
	const readsBody = isWrite && ! allowsCrossSite;
	const takesValues =
		readsBody ||
		schema.params !== undefined ||
		schema.querystring !== undefined;
	const statuses: ( ErrorStatus | false )[] = [
		takesValues && 400,
		! open && 401,
		( ( isWrite && ! allowsCrossSite ) || ! isForAll ) && 403,
		readsBody && 413,
		// If an empty body is equivalent to `{}`, its content type does not matter.
		readsBody && schema.body !== EmptyBody && 415,
		hasParameters && 404,
		hasParameters && 414,
		421,
	];
	return [
		...statuses.filter( ( status ) => status !== false ),
		...databaseRefusals( route ),
	];
}

function securityOf( route: RouteOptions ): Record< string, string[] >[] {
	const { open = false, allowsCrossSite = false } = route.config ?? {};
	if ( allowsCrossSite ) {
		return [ { webhookToken: [] } ];
	}
	return open ? [] : [ { basic: [] }, { session: [] } ];
}

/** Completes the documentation of a route. */
function describe( route: RouteOptions ): RouteOptions {
	const { url = route.url, schema: instead } = route.config?.document ?? {};
	const schema: FastifySchema = { ...route.schema, ...instead };
	const own = ( schema.response ?? {} ) as Record< string, unknown >;
	return {
		method: route.method,
		url,
		schema: {
			...schema,
			security: securityOf( route ),
			response: {
				...errorResponses( commonRefusals( route, schema ) ),
				...own,
				default: {
					description: 'Any other error.',
					content: { 'application/json': { schema: ErrorBody } },
				},
			},
		},
		handler: () => null,
	};
}

function isDocumented( { url, method, schema }: RouteOptions ): boolean {
	const isPage =
		url === '/' || url === '/portal' || url.startsWith( '/portal/' );
	return ! isPage && method !== 'HEAD' && schema?.hide !== true;
}

/** Names schemas by their `$id`, not by numbers. */
const refResolver = {
	buildLocalReference: (
		json: { $id?: string },
		_base: unknown,
		_part: unknown,
		index: number
	) => json.$id ?? `Part${ index }`,
};

/** Marks the request body as optional where an empty body is equivalent to `{}`. */
function allowMissingBodies( document: OpenApiDocument ): void {
	for ( const { requestBody: body } of operationsIn( document ) ) {
		const schema =
			body &&
			'content' in body &&
			body.content[ 'application/json' ]?.schema;
		const kinds = schema && 'anyOf' in schema ? schema.anyOf : undefined;
		if (
			kinds?.some( ( kind ) => 'type' in kind && kind.type === 'null' )
		) {
			Object.assign( body ?? {}, { required: false } );
		}
	}
}

async function makeDocument(
	routes: RouteOptions[]
): Promise< OpenApiDocument > {
	const { default: swagger } = await import( '@fastify/swagger' );
	const documentApp = Fastify( { exposeHeadRoutes: false } );
	documentApp.setValidatorCompiler( () => () => true );
	documentApp.setSerializerCompiler( () => JSON.stringify );
	await documentApp.register( swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Headless Deploy: the reference API',
				version: '1',
				contact: { name: 'Headless Deploy contributors' },
				license: {
					name: 'GNU General Public License v2.0 or later',
					identifier: 'GPL-2.0-or-later',
				},
				description: DESCRIPTION,
			},
			servers: [ { url: '/' } ],
			tags: Object.entries( TAGS ).map( ( [ name, description ] ) => ( {
				name,
				description,
			} ) ),
			components: { securitySchemes: SECURITY_SCHEMES },
		},
		convertConstToEnum: false,
		refResolver,
	} );
	const named = new Map< string, object >();
	const described = routes.filter( isDocumented ).map( ( route ) => {
		const { schema, ...rest } = describe( route );
		return {
			...rest,
			schema: shareSchemas( schema, named ) as FastifySchema,
		};
	} );
	named.forEach( ( schema ) => documentApp.addSchema( schema ) );
	described.forEach( ( route ) => documentApp.route( route ) );
	await documentApp.ready();
	const document = documentApp.swagger() as OpenApiDocument;
	await documentApp.close();
	allowMissingBodies( document );
	shareComponents( document );
	return document;
}

export function registerOpenApi(
	app: FastifyInstance,
	routes: RouteRegistry
): void {
	let document: Promise< OpenApiDocument > | null = null;
	app.decorate( 'openApi', () => {
		document ??= makeDocument( routes.all() );
		return document;
	} );
	app.get(
		'/openapi.json',
		documentRoute( {
			config: { scope: 'any' },
			id: 'readOpenApi',
			tag: 'Platform',
			summary: 'Reads this document',
			description:
				'It is generated from the schemas that validate the requests.',
			answers: {
				200: Type.Object(
					{ openapi: Type.Literal( '3.1.0' ) },
					{
						additionalProperties: true,
						description: 'This document, OpenAPI 3.1.',
					}
				),
			},
		} ),
		() => app.openApi()
	);
}
