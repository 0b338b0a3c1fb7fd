/** The documentation of routes for `/openapi.json`, besides the schemas that validate their requests. */
import type { FastifyContextConfig } from 'fastify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { describedObject, namedObject } from './schema-builders.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Replaces the values of the route in the document. */
		document?: {
			url?: string;
			schema?: FastifySchema;
			/** Requests other than GET write to the database unless this says less. */
			database?: 'unused' | 'read';
		};
	}
}

/** Sections of the document, in order. */
export const TAGS = {
	Apps: 'Regions and applications.',
	Environments: 'Environments of an application, and their settings.',
	Builds: 'Uploads, builds and operations.',
	Webhooks: 'The webhook URLs, and the sets that hold them.',
	Usage: 'Disk usage and traffic.',
	Accounts: 'Accounts, WordPress installs and API users of this platform.',
	Faults: 'Fault rules and the journal of requests.',
	Platform: 'The platform itself.',
} as const;

export type Tag = keyof typeof TAGS;

/** Extra keys of a schema's description of an answer: OpenAPI's, which Fastify passes on. */
interface MediaAnswer {
	description: string;
	headers?: Record< string, TSchema >;
	content: Record< string, { schema: TSchema } >;
}

type Answers = Record< number, TSchema | MediaAnswer >;

interface Documentation< Given extends Answers > {
	config?: FastifyContextConfig;
	/** Unique in the document; generated clients use it as the name of a function. */
	id: string;
	tag: Tag;
	/** A short phrase that begins with a third-person verb, without a full stop. */
	summary: string;
	/** Full sentences that add to the summary. */
	description: string;
	/** The responses to successful requests, by status. */
	answers: Given;
	/** The statuses of errors that not every route of its kind has. */
	refusals?: readonly ErrorStatus[];
	/** Content types of the body, if it is not JSON. */
	consumes?: readonly string[];
}

/** An answer without a body. */
export const NoContent = Type.Unsafe< undefined >( {
	type: 'null',
	description: 'Done; no body.',
} );

/** An answer whose body is the word `null`. */
export const NullBody = {
	description: 'Done; the body is always null.',
	content: {
		// Fastify takes null for "no body", so the word is what is sent.
		'application/json': { schema: Type.Unsafe< 'null' >( Type.Null() ) },
	},
} satisfies MediaAnswer;

/** An answer of an empty object. */
export const EmptyObject = describedObject( 'Done.', {} );

/** The body of every error (interface section 7). */
export const ErrorBody = namedObject( 'Error', 'An error with its message.', {
	message: Type.String( {
		minLength: 1,
		description: 'A message for users: what happened and what to do.',
	} ),
	field: Type.Optional(
		Type.String( {
			minLength: 1,
			description:
				'The name of the invalid field; in a list with its place, such as `shellVariables.0.key`. Only on this platform.',
			examples: [ 'displayName' ],
		} )
	),
	documentation_url: Type.Optional( Type.String() ),
} );

/** The schemas that validate a request. */
interface RequestSchemas {
	params?: TSchema;
	querystring?: TSchema;
	body?: TSchema;
}

/** Creates the options of a route from its documentation and the schemas of its requests. */
export function documentRoute<
	const Given extends Answers,
	const Request extends RequestSchemas = object,
>( documentation: Documentation< Given > & Request ) {
	const {
		config = {},
		id,
		tag,
		summary,
		description,
		answers,
		refusals,
		consumes,
		...request
	} = documentation;
	const schema = {
		...( request as unknown as Pick<
			Request,
			keyof Request & keyof RequestSchemas
		> ),
		operationId: id,
		tags: [ tag ],
		summary,
		description,
		...( consumes === undefined ? {} : { consumes: [ ...consumes ] } ),
		// Errors are thrown, so the response type of a handler does not include them.
		response: { ...answers, ...errorResponses( refusals ?? [] ) } as Given,
	};
	return { config, schema };
}

const STATUS_DESCRIPTIONS = {
	400: 'The request is malformed, or a value is not valid.',
	401: 'The credentials are missing or wrong.',
	403: 'Not permitted.',
	404: 'A resource in the path does not exist.',
	405: 'The path does not have this method.',
	408: 'The client sent no data for too long.',
	409: 'The current state does not allow this request.',
	413: 'The body is too large.',
	414: 'A segment of the path is too long.',
	415: 'The content type is not supported.',
	421: 'The request is for another host name.',
	422: 'The content cannot be processed.',
	429: 'Too many requests.',
	500: 'An error of the platform itself.',
	503: 'The platform cannot use its database, or is stopping.',
	507: 'The disk is full.',
} as const;

/** A status of an error that the document describes. */
export type ErrorStatus = keyof typeof STATUS_DESCRIPTIONS;

const HEADERS: Partial< Record< ErrorStatus, Record< string, TSchema > > > = {
	401: {
		'WWW-Authenticate': Type.String( {
			description: 'How to give credentials.',
			examples: [ 'Basic realm="Headless Deploy", charset="UTF-8"' ],
		} ),
	},
	405: {
		Allow: Type.String( {
			description: 'The methods that the path has.',
			examples: [ 'POST' ],
		} ),
	},
	429: {
		'Retry-After': Type.String( {
			pattern: '^[0-9]+$',
			description: 'Seconds to wait.',
			examples: [ '30' ],
		} ),
	},
};

/** Describes error responses by their statuses. */
export function errorResponses(
	statuses: readonly ErrorStatus[]
): Record< number, MediaAnswer > {
	const entries = statuses.map( ( status ) => {
		const headers = HEADERS[ status ];
		const answer: MediaAnswer = {
			description: STATUS_DESCRIPTIONS[ status ],
			...( headers ? { headers } : {} ),
			content: { 'application/json': { schema: ErrorBody } },
		};
		return [ status, answer ];
	} );
	return Object.fromEntries( entries );
}
