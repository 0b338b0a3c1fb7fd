/**
 * The platform's HTTP server, as a function from request to answer: tests call it without a port.
 */
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import type { LocalHosting } from '../hosting.ts';
import { registerPortal } from '../portal/routes.ts';
import { answerBadAddress, registerAnswers } from './answers.ts';
import { checkHost, registerGuard } from './guard.ts';
import type { GuardOptions } from './guard.ts';
import { KnownRoutes } from './known-routes.ts';
import { MAX_UPLOAD_BYTES } from './receive-zip.ts';
import { registerBuilds } from './routes/builds.ts';
import { registerCatalog } from './routes/catalog.ts';
import { registerLocal } from './routes/local.ts';
import { registerSessionRoutes } from './routes/session.ts';
import { registerWebhooks } from './routes/webhooks.ts';
import type { TypedApp } from './typed-app.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_PARAM_LENGTH = 300;

export interface AppOptions extends GuardOptions {
	hosting: LocalHosting;
	/** Where uploads arrive. */
	uploadFolder: string;
	now: () => Date;
	/** Told of what was nobody's mistake outside. */
	onError: ( error: unknown ) => void;
}

/**
 * Makes the server, with all routes, without a port.
 *
 * @param options The service behind it, sessions, port and host names.
 */
export async function createApp( options: AppOptions ): Promise< TypedApp > {
	const { hosting, uploadFolder, sessions, now, onError } = options;
	const app = Fastify( {
		bodyLimit: MAX_BODY_BYTES,
		routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
		forceCloseConnections: true,
		frameworkErrors: answerBadAddress( ( request ) =>
			checkHost( request, options )
		),
	} ).withTypeProvider< TypeBoxTypeProvider >();
	app.setValidatorCompiler( TypeBoxValidatorCompiler );
	const routes = new KnownRoutes();
	routes.watch( app );
	await app.register( cookie );
	await app.register( multipart, {
		throwFileSizeLimit: false,
		limits: { fileSize: MAX_UPLOAD_BYTES, parts: 20 },
	} );
	registerAnswers( app, routes, onError );
	registerGuard( app, options );
	registerSessionRoutes( app, options );
	registerCatalog( app, hosting );
	registerBuilds( app, hosting, uploadFolder );
	registerWebhooks( app, hosting );
	registerLocal( app, hosting );
	registerPortal( app, hosting, sessions, { now, uploadFolder, onError } );
	return app;
}
