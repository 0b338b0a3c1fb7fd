/**
 * The platform's HTTP server, as a function from request to answer: tests call it without a port.
 */
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { registerFaults, registerJournal } from '../faults/hooks.ts';
import type { FaultInjection } from '../faults/fault-injection.ts';
import type { LocalHosting } from '../hosting.ts';
import type { Limits } from '../lib/limits.ts';
import type { Users } from '../access/users.ts';
import type { Usage } from '../usage/usage.ts';
import { registerPortal } from '../portal/routes.ts';
import {
	respondToBadUrl,
	respondToBrokenRequest,
	registerErrorResponses,
} from './error-responses.ts';
import { parseJsonBodies } from './body-parsers.ts';
import { checkHost, registerGuard } from './guard.ts';
import type { GuardOptions } from './guard.ts';
import { RouteRegistry } from './route-registry.ts';
import { registerOpenApi } from './openapi.ts';
import { registerBuilds } from './routes/builds.ts';
import { registerCatalog } from './routes/catalog.ts';
import { registerEnvironments } from './routes/environments.ts';
import { registerFaultRoutes } from './routes/faults.ts';
import { registerHealth } from './routes/health.ts';
import type { HealthChecks } from './routes/health.ts';
import { registerLocal } from './routes/local.ts';
import { registerOperations } from './routes/operations.ts';
import { registerSessionRoutes } from './routes/session.ts';
import { registerUsage } from './routes/usage.ts';
import { registerUsers } from './routes/users.ts';
import { registerWebhooks } from './routes/webhooks.ts';
import { MAX_PARAM_LENGTH } from './schemas.ts';
import type { TypedApp } from './typed-app.ts';
import { compileValidator } from './validator.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Stands where Fastify would load its own compilers, which takes long; the app is given others at once. */
function noCompiler(): never {
	throw new Error( 'The app has compilers of its own.' );
}

export interface AppOptions extends GuardOptions {
	hosting: LocalHosting;
	users: Users;
	usage: Usage;
	/** Wrong answers on purpose, and the journal. */
	faults: FaultInjection;
	/** What `/_local/health` looks at. */
	health: Omit< HealthChecks, 'faultsOn' | 'now' >;
	/** The command that starts this platform. */
	startCommand: string;
	/** Where uploads arrive. */
	uploadFolder: string;
	/** The values that this platform decides by itself. */
	limits: Limits;
	now: () => Date;
	/** Receives internal errors. */
	onError: ( error: unknown ) => void;
}

/**
 * Makes the server, with all routes, without a port.
 *
 * @param options The service behind it, sessions, port and host names.
 */
export async function createApp( options: AppOptions ): Promise< TypedApp > {
	const { hosting, faults, health, uploadFolder, sessions, limits } = options;
	const { users, now, onError } = options;
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
			checkHost( request, options )
		),
	} ).withTypeProvider< TypeBoxTypeProvider >();
	app.setValidatorCompiler( compileValidator );
	// The schemas of answers document them; a serializer made of them would drop what they lack without a word.
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
	registerGuard( app, options );
	registerFaults( app, { rules: faults.rules, onError } );
	// Behind the faults: what they keep waiting on purpose must not keep the platform from ending.
	registerSessionRoutes( app, options );
	registerCatalog( app, hosting );
	registerEnvironments( app, hosting );
	registerBuilds( app, hosting, {
		folder: uploadFolder,
		maxBytes: limits.maxUploadBytes,
		idleMs: limits.uploadIdleSeconds * 1000,
	} );
	registerOperations( app, hosting );
	registerWebhooks( app, hosting );
	registerLocal( app, hosting );
	registerUsers( app, users );
	registerUsage( app, options );
	registerFaultRoutes( app, faults );
	registerHealth( app, {
		...health,
		faultsOn: () => faults.rules.onCount,
		now,
	} );
	registerOpenApi( app, routes );
	registerPortal( app, {
		hosting,
		faults,
		sessions,
		users,
		limits,
		startCommand: options.startCommand,
		now,
		uploadFolder,
		onError,
	} );
	return app;
}
