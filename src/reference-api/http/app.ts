/** The platform's HTTP server, as a function from request to answer: tests call it without a port. */
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { registerFaults, registerJournal } from '../faults/hooks.ts';
import type { FaultInjection } from '../faults/fault-injection.ts';
import type { Services } from '../services/services.ts';
import { registerPortalFiles } from './portal-files.ts';
import {
	respondToBadUrl,
	respondToBrokenRequest,
	registerErrorResponses,
} from './error-responses.ts';
import { parseJsonBodies } from './body-parsers.ts';
import { checkHost, registerGuard } from './guard.ts';
import { RouteRegistry } from './route-registry.ts';
import { registerOpenApi } from './openapi.ts';
import { registerAccounts } from './routes/accounts.ts';
import { registerApps } from './routes/apps.ts';
import { registerBuilds } from './routes/builds.ts';
import { registerCache } from './routes/cache.ts';
import { registerDiskUsage } from './routes/disk-usage.ts';
import { registerEnvironments } from './routes/environments.ts';
import { registerEvents } from './routes/events.ts';
import { registerFaultRoutes } from './routes/faults.ts';
import { registerHealth } from './routes/health.ts';
import { registerOperations } from './routes/operations.ts';
import { registerSession, registerSessionRoutes } from './routes/session.ts';
import { registerSummaries } from './routes/summaries.ts';
import { registerUsage } from './routes/usage.ts';
import { registerUsers } from './routes/users.ts';
import { registerVariables } from './routes/variables.ts';
import { registerWebhookSets } from './routes/webhook-sets.ts';
import { registerWebhooks } from './routes/webhooks.ts';
import { MAX_PARAM_LENGTH } from './request-schemas.ts';
import type { TypedApp } from './typed-app.ts';
import { compileValidator } from './validator.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Replaces Fastify's own compilers, which take long to load, until the app sets others. */
function noCompiler(): never {
	throw new Error( 'The app has compilers of its own.' );
}

/** Responses of this platform's own routes contain tokens. */
function preventCaching( app: TypedApp ): void {
	app.addHook( 'onSend', async ( request, reply ) => {
		if ( request.url.startsWith( '/_local/' ) ) {
			reply.header( 'cache-control', 'no-store' );
		}
	} );
}

export interface AppOptions {
	services: Services;
	faults: FaultInjection;
	/** Whether all live applications have run since the start. */
	isStarted: () => boolean;
	startCommand: string;
	port: () => number;
	/** Additional host names to accept, with or without a port. */
	allowHosts: readonly string[];
}

/** Creates the server with all routes; it does not listen yet. */
export async function createApp( {
	services,
	faults,
	...options
}: AppOptions ): Promise< TypedApp > {
	const { sessions, users, limits, folders, now, onError } = services;
	const { port, allowHosts } = options;
	const guard = { sessions, users, port, allowHosts };
	const app = Fastify( {
		bodyLimit: MAX_BODY_BYTES,
		routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
		forceCloseConnections: 'idle',
		schemaController: {
			compilersFactory: {
				buildValidator: noCompiler,
				buildSerializer: noCompiler,
			},
		},
		clientErrorHandler: respondToBrokenRequest,
		frameworkErrors: respondToBadUrl( ( request ) =>
			checkHost( request, guard )
		),
	} ).withTypeProvider< TypeBoxTypeProvider >();
	app.setValidatorCompiler( compileValidator );
	// The schemas of responses are documentation: a serializer made from them would silently drop fields that they
	// lack.
	app.setSerializerCompiler( () => JSON.stringify );
	const routes = new RouteRegistry();
	routes.watch( app );
	await app.register( cookie );
	await app.register( multipart, {
		throwFileSizeLimit: false,
	} );
	parseJsonBodies( app );
	registerErrorResponses( app, routes, onError );
	registerJournal( app, { journal: faults.journal, now, onError } );
	registerGuard( app, guard );
	registerFaults( app, { rules: faults.rules, onError } );
	// Behind the faults: what they keep waiting on purpose must not keep the platform from ending.
	registerSessionRoutes( app, guard );
	preventCaching( app );
	registerApps( app, services );
	registerEnvironments( app, services );
	registerVariables( app, services );
	registerCache( app, services );
	registerBuilds( app, services, {
		folder: folders.temporary,
		maxBytes: limits.maxUploadBytes,
		idleMs: limits.uploadIdleSeconds * 1000,
	} );
	registerOperations( app, services );
	registerWebhooks( app, services );
	registerAccounts( app, services );
	registerWebhookSets( app, services );
	registerSession( app, {
		services,
		port,
		startCommand: options.startCommand,
		faultsOn: () => faults.rules.onCount,
	} );
	registerEvents( app, services );
	registerSummaries( app, services );
	registerDiskUsage( app, services );
	registerUsers( app, users );
	registerUsage( app, services );
	registerFaultRoutes( app, faults );
	registerHealth( app, {
		checkStore: () => services.store.check(),
		edges: () => services.edges.counts,
		applications: () => services.liveReleases.counts,
		missingCode: () => services.liveReleases.missing,
		isStarted: options.isStarted,
		faultsOn: () => faults.rules.onCount,
		now,
	} );
	registerOpenApi( app, routes );
	registerPortalFiles( app );
	return app;
}
