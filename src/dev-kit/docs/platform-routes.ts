import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { jsonClient } from '../json-client.ts';
import { startPlatform } from '../../reference-api/server.ts';

const USER = 'docs';
const PASSWORD = 'documentation';

type Schema = Record< string, unknown >;

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema: Schema;
}

export interface PlatformRoute {
	/** The `operationId`. */
	id: string;
	method: string;
	path: string;
	summary: string;
	statuses: string[];
	/** The schema of its query; null if it has none. */
	query: Schema | null;
	/** The schema of its JSON body; null if it has none. */
	body: Schema | null;
}

interface Operation {
	operationId: string;
	summary?: string;
	parameters?: unknown[];
	requestBody?: { content: Record< string, { schema: unknown } > };
	responses?: Record< string, unknown >;
}

interface Document {
	paths: Record< string, Record< string, Operation > >;
	components: Record< string, Record< string, unknown > >;
}

/** Puts components in the place of references. */
function resolve( document: Document, value: unknown ): unknown {
	if ( Array.isArray( value ) ) {
		return value.map( ( item ) => resolve( document, item ) );
	}
	if ( typeof value !== 'object' || value === null ) {
		return value;
	}
	if ( '$ref' in value ) {
		const [ , , kind = '', name = '' ] = String( value.$ref ).split( '/' );
		return resolve( document, document.components[ kind ]?.[ name ] );
	}
	return Object.fromEntries(
		Object.entries( value ).map( ( [ key, item ] ) => [
			key,
			resolve( document, item ),
		] )
	);
}

/** Returns the schema of a query; null for no parameters. */
function queryOf( parameters: Parameter[] ): Schema | null {
	const all = parameters.filter( ( parameter ) => parameter.in === 'query' );
	const required = all.filter( ( parameter ) => parameter.required );
	return all.length === 0
		? null
		: {
				type: 'object',
				properties: Object.fromEntries(
					all.map( ( { name, schema } ) => [ name, schema ] )
				),
				required: required.map( ( { name } ) => name ),
				additionalProperties: false,
			};
}

/** Returns the schema of a body. Null for no body, or one that can only be an empty object. */
function bodyOf( { requestBody }: Operation ): Schema | null {
	const schema = requestBody?.content[ 'application/json' ]?.schema;
	return ( schema as Schema | undefined )?.type === 'object'
		? ( schema as Schema )
		: null;
}

function routesIn( document: Document ): PlatformRoute[] {
	return Object.entries( document.paths ).flatMap(
		( [ address, operations ] ) =>
			Object.entries( operations )
				.filter( ( [ , { responses } ] ) => responses )
				.map( ( [ method, operation ] ) => {
					const own = resolve( document, operation ) as Operation;
					return {
						id: own.operationId,
						method: method.toUpperCase(),
						path: address,
						summary: own.summary ?? '',
						statuses: Object.keys( own.responses ?? {} ).sort(),
						query: queryOf(
							( own.parameters ?? [] ) as Parameter[]
						),
						body: bodyOf( own ),
					};
				} )
	);
}

/** Returns the routes in the OpenAPI document of a platform, which is started for this. */
export async function platformRoutes(): Promise< PlatformRoute[] > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-' )
	);
	const platform = await startPlatform( {
		dataFolder: folder,
		port: 0,
		user: USER,
		password: PASSWORD,
	} );
	try {
		const { call } = jsonClient( {
			name: 'The platform',
			url: platform.url,
			user: USER,
			password: PASSWORD,
			log: 'the output above',
		} );
		return routesIn( await call< Document >( 'GET', '/openapi.json' ) );
	} finally {
		await platform.close();
		fs.rmSync( folder, { recursive: true, force: true } );
	}
}
