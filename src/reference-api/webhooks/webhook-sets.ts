/** The webhook sets: three secret URLs per environment, which share one token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_ACTIONS } from '../../shared/actions.ts';
import type { WebhookAction } from '../../shared/actions.ts';
import { HostingError } from '../model/hosting.ts';
import type {
	Environment,
	EnvironmentPath,
	WebhookSet,
} from '../model/hosting.ts';
import { findEnvironment } from '../store/lookups.ts';
import type { StoredWebhookSet } from '../store/webhooks.ts';
import type { Store, Tables } from '../store/store.ts';

const TOKEN_BYTES = 20;

/** The label of a rejected call in the portal, by its status. */
const REASONS: Record< number, string > = {
	403: 'invalid token',
	422: 'no code uploaded',
	429: 'too many builds',
};

/** Creates a token: base64url with padding, 28 characters, in the format of the service. */
function makeToken(): string {
	return randomBytes( TOKEN_BYTES )
		.toString( 'base64' )
		.replaceAll( '+', '-' )
		.replaceAll( '/', '_' );
}

/** Compares tokens in constant time; their length is not secret. */
function isSameToken( given: string, token: string ): boolean {
	const [ one, other ] = [ Buffer.from( given ), Buffer.from( token ) ];
	return one.length === other.length && timingSafeEqual( one, other );
}

export class WebhookSets {
	readonly #store: Store;
	readonly #baseUrl: () => string;
	readonly #now: () => Date;

	constructor( store: Store, baseUrl: () => string, now: () => Date ) {
		this.#store = store;
		this.#baseUrl = baseUrl;
		this.#now = now;
	}

	/**
	 * Returns an environment's set, or null if it has none.
	 *
	 * @throws HostingError 404.
	 */
	async find( path: EnvironmentPath ): Promise< WebhookSet | null > {
		const environment = await findEnvironment( this.#store, path );
		const set = await this.#store.webhooks.find( environment.id );
		return set ? this.#show( environment, set ) : null;
	}

	/**
	 * Creates an environment's set, or returns the existing one.
	 *
	 * @throws HostingError 404.
	 */
	async create(
		path: EnvironmentPath,
		createdBy: string
	): Promise< WebhookSet > {
		return this.#store.write( async ( tables ) => {
			const environment = await findEnvironment( tables, path );
			const existing = await tables.webhooks.find( environment.id );
			const set =
				existing ??
				( await this.#save( tables, environment, createdBy ) );
			return this.#show( environment, set );
		} );
	}

	/**
	 * Replaces the token of an environment's set. The old URLs stop working immediately.
	 *
	 * @throws HostingError 404.
	 */
	async regenerate(
		path: EnvironmentPath,
		createdBy: string
	): Promise< WebhookSet > {
		return this.#store.write( async ( tables ) => {
			const environment = await findEnvironment( tables, path );
			if ( ! ( await tables.webhooks.find( environment.id ) ) ) {
				throw this.#notFoundError();
			}
			const set = await this.#save( tables, environment, createdBy );
			return this.#show( environment, set );
		} );
	}

	/** @throws HostingError 404. */
	async delete( path: EnvironmentPath ): Promise< void > {
		await this.#store.write( async ( tables ) => {
			const { id } = await findEnvironment( tables, path );
			if ( ! ( await tables.webhooks.delete( id ) ) ) {
				throw this.#notFoundError();
			}
		} );
	}

	/**
	 * Rejects a call without the set's token.
	 *
	 * @throws HostingError 404 without a set, 403 with another token.
	 */
	async authorize(
		environment: Environment,
		action: WebhookAction,
		token: string
	): Promise< void > {
		const set = await this.#store.webhooks.find( environment.id );
		if ( ! set ) {
			throw this.#notFoundError();
		}
		if ( ! isSameToken( token, set.token ) ) {
			await this.recordRefusal( environment, action, 403 );
			throw new HostingError(
				403,
				'The token of this webhook URL is not valid. If the URLs were regenerated, copy the new URL from the portal’s Settings page.'
			);
		}
	}

	/** Records a rejected call. */
	recordRefusal(
		environment: Environment,
		action: WebhookAction,
		status: number
	): Promise< void > {
		return this.#store.write( async ( tables ) => {
			// The environment may have been deleted in the meantime.
			if ( await tables.environments.find( environment.id ) ) {
				await this.recordCall( tables, environment, action, status );
			}
		} );
	}

	/** Records a call and its response. */
	recordCall(
		tables: Tables,
		environment: Environment,
		action: WebhookAction,
		status: number
	): Promise< void > {
		return tables.webhooks.recordCall( environment.id, {
			action,
			at: this.#now(),
			status,
			reason: REASONS[ status ] ?? '',
		} );
	}

	async #save(
		{ webhooks }: Tables,
		environment: Environment,
		createdBy: string
	): Promise< StoredWebhookSet > {
		const set = {
			environmentId: environment.id,
			token: makeToken(),
			createdBy,
			createTime: this.#now(),
		};
		await webhooks.save( set );
		return set;
	}

	#notFoundError(): HostingError {
		return new HostingError(
			404,
			'This environment has no webhooks. Create them on the portal’s Settings page.'
		);
	}

	async #show(
		environment: Environment,
		set: StoredWebhookSet
	): Promise< WebhookSet > {
		const { accountName, appId, id } = environment;
		const base = `${ this.#baseUrl() }/wh/v1/accounts/${ accountName }/apps/${ appId }/environments/${ id }/webhooks`;
		const urls = WEBHOOK_ACTIONS.map( ( action ) => [
			action,
			`${ base }/webhook:${ action }?token=${ set.token }`,
		] );
		return {
			urls: Object.fromEntries( urls ) as Record< WebhookAction, string >,
			createTime: set.createTime,
			createdBy: set.createdBy,
			lastCalls: await this.#store.webhooks.lastCalls( environment.id ),
		};
	}
}
