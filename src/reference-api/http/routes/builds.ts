/**
 * Uploads, builds and operations (interface 4.3, and what can be read back).
 */
import type { Static } from 'typebox';
import type { LocalHosting } from '../../hosting.ts';
import { HostingError } from '../../model.ts';
import type { Build } from '../../model.ts';
import { quote } from '../../names.ts';
import type { TypedApp } from '../typed-app.ts';
import { receiveZip } from '../receive-zip.ts';
import { BuildsQuery, EnvironmentParams, OperationParams } from '../schemas.ts';
import { buildView, operationView, startedOperation } from '../views.ts';

const DEFAULT_PAGE_SIZE = 50;

/**
 * Brings the parameters of a path into the words of the service.
 *
 * @param params Parameters of the path.
 */
export function pathOf( params: Static< typeof EnvironmentParams > ) {
	return {
		accountName: params.account,
		appId: params.app,
		environmentId: params.environment,
	};
}

function readPageToken( token: string | undefined ): number | null {
	if ( token === undefined || token === '' ) {
		return null;
	}
	if ( ! /^\d{1,9}$/.test( token ) ) {
		throw new HostingError(
			400,
			`pageToken ${ quote(
				token
			) } is not one that this service gave. Leave it out for the first page.`
		);
	}
	return Number( token );
}

/**
 * Cuts a page out of the builds; a page token is the number of the build that the last page ended with.
 *
 * @param builds All builds, newest first.
 * @param query  Page size, page token and order.
 */
function pageOf< Item extends Build >(
	builds: Item[],
	query: Static< typeof BuildsQuery >
): { page: Item[]; nextPageToken: string } {
	const isDescending = ( query.orderBy ?? 'createTime desc' ).endsWith(
		'desc'
	);
	const after = readPageToken( query.pageToken );
	const rest = ( isDescending ? builds : builds.toReversed() ).filter(
		( { number } ) =>
			after === null || ( isDescending ? number < after : number > after )
	);
	const page = rest.slice( 0, query.pageSize ?? DEFAULT_PAGE_SIZE );
	const last = page.at( -1 );
	const nextPageToken =
		last && rest.length > page.length ? String( last.number ) : '';
	return { page, nextPageToken };
}

function registerUpload(
	app: TypedApp,
	hosting: LocalHosting,
	uploadFolder: string
): void {
	// The pattern keeps the colon out of the parameter's name.
	app.post(
		'/fu/v1/accounts/:account/apps/:app/environments/:environment([^:/]+)::upload',
		{ schema: { params: EnvironmentParams } },
		async ( request ) => {
			const path = pathOf( request.params );
			const environment = await hosting.environment( path );
			const file = await receiveZip( request, uploadFolder );
			await hosting.upload(
				path,
				file,
				`upload by ${ request.signedInAs }`
			);
			return startedOperation( environment, null );
		}
	);
}

function registerBuildList( app: TypedApp, hosting: LocalHosting ): void {
	app.get(
		'/v1/accounts/:account/apps/:app/environments/:environment/builds',
		{ schema: { params: EnvironmentParams, querystring: BuildsQuery } },
		async ( { params, query } ) => {
			const environment = await hosting.environment( pathOf( params ) );
			const builds = await hosting.builds( environment.id );
			const { page, nextPageToken } = pageOf( builds, query );
			return {
				builds: page.map( ( build ) =>
					buildView( environment, build )
				),
				nextPageToken,
			};
		}
	);
}

function registerOperations( app: TypedApp, hosting: LocalHosting ): void {
	const base =
		'/v1/accounts/:account/apps/:app/environments/:environment/operations';
	app.get(
		`${ base }/:operation`,
		{ schema: { params: OperationParams } },
		async ( { params } ) => {
			const operation = await hosting.operation(
				pathOf( params ),
				params.operation
			);
			const { environment } = operation;
			const [ newest ] = await hosting.builds( environment.id );
			const domain = new URL( hosting.edgeUrl( environment ) ).host;
			return operationView( operation, newest ?? null, domain );
		}
	);
	app.post(
		`${ base }/:operation([^:/]+)::cancel`,
		{ schema: { params: OperationParams } },
		async ( { params } ) => {
			await hosting.cancel( pathOf( params ), params.operation );
			return {};
		}
	);
}

function registerClearCache( app: TypedApp, hosting: LocalHosting ): void {
	app.post(
		'/v1/accounts/:account/apps/:app/environments/:environment([^:/]+)::clearCache',
		{ schema: { params: EnvironmentParams } },
		async ( { params, signedInAs } ) => {
			await hosting.trigger( pathOf( params ), 'purgeCache', signedInAs );
			return {};
		}
	);
}

/**
 * Registers the routes of uploads, builds and operations.
 *
 * @param app          The server.
 * @param hosting      The service behind them.
 * @param uploadFolder Where uploads arrive.
 */
export function registerBuilds(
	app: TypedApp,
	hosting: LocalHosting,
	uploadFolder: string
): void {
	registerUpload( app, hosting, uploadFolder );
	registerBuildList( app, hosting );
	registerOperations( app, hosting );
	registerClearCache( app, hosting );
}
