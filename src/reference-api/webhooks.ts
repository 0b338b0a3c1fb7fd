/**
 * The webhook sets: three secret URLs per environment, which share one token.
 */
import { randomBytes } from 'node:crypto';
import { ACTIONS } from '../shared/actions.ts';
import type { Action } from '../shared/actions.ts';
import { sameSecret } from './http/sessions.ts';
import { HostingError } from './model.ts';
import type { Environment, WebhookSet } from './model.ts';
import type { StoredWebhookSet } from './store/webhooks.ts';
import type { Store } from './store/store.ts';

const TOKEN_BYTES = 20;

/** Makes a token: base64url with padding, 28 characters, as the service's own look. */
function makeToken(): string {
	return randomBytes( TOKEN_BYTES )
		.toString( 'base64' )
		.replaceAll( '+', '-' )
		.replaceAll( '/', '_' );
}

/** Makes, shows, replaces and checks webhook sets. */
export class Webhooks {
	readonly #store: Store;
	readonly #baseUrl: () => string;
	readonly #now: () => Date;

	constructor( store: Store, baseUrl: () => string, now: () => Date ) {
		this.#store = store;
		this.#baseUrl = baseUrl;
		this.#now = now;
	}

	/**
	 * Answers an environment's set, or null.
	 *
	 * @param environment The environment.
	 */
	find( environment: Environment ): WebhookSet | null {
		const set = this.#store.webhooks.find( environment.id );
		return set ? this.#show( environment, set ) : null;
	}

	/**
	 * Answers the environment's set, and makes it if there is none.
	 *
	 * @param environment The environment.
	 * @param createdBy   Who asks for it.
	 */
	async create(
		environment: Environment,
		createdBy: string
	): Promise< WebhookSet > {
		const set = await this.#store.write( () => {
			const existing = this.#store.webhooks.find( environment.id );
			return existing ?? this.#save( environment, createdBy );
		} );
		return this.#show( environment, set );
	}

	/**
	 * Gives the environment's set another token; the old URLs stop working at once.
	 *
	 * @param environment The environment.
	 * @param createdBy   Who asks for it.
	 */
	async regenerate(
		environment: Environment,
		createdBy: string
	): Promise< WebhookSet > {
		const set = await this.#store.write( () => {
			if ( ! this.#store.webhooks.find( environment.id ) ) {
				throw this.#none();
			}
			return this.#save( environment, createdBy );
		} );
		return this.#show( environment, set );
	}

	/**
	 * Deletes the environment's set.
	 *
	 * @param environment The environment.
	 */
	async delete( environment: Environment ): Promise< void > {
		await this.#store.write( () => {
			if ( ! this.#store.webhooks.delete( environment.id ) ) {
				throw this.#none();
			}
		} );
	}

	/**
	 * Refuses a call that does not carry the set's token.
	 *
	 * @param environment The environment that is called.
	 * @param action      The action that is called.
	 * @param token       What the call carries.
	 * @throws HostingError 404 without a set, 403 with another token.
	 */
	async authorize(
		environment: Environment,
		action: Action,
		token: string
	): Promise< void > {
		const set = this.#store.webhooks.find( environment.id );
		if ( ! set ) {
			throw this.#none();
		}
		if ( ! sameSecret( token, set.token ) ) {
			await this.noteCall( environment, action, 403 );
			throw new HostingError(
				403,
				'The token of this webhook is not valid. Its URLs were probably regenerated: copy the new one from Settings in the portal.'
			);
		}
	}

	/**
	 * Remembers a call and what it was answered.
	 *
	 * @param environment The environment.
	 * @param action      The action.
	 * @param status      HTTP status.
	 */
	noteCall(
		environment: Environment,
		action: Action,
		status: number
	): Promise< void > {
		return this.#store.write( () =>
			this.noteCallNow( environment, action, status )
		);
	}

	/**
	 * Remembers a call. Call it inside `store.write()`.
	 *
	 * @param environment The environment.
	 * @param action      The action.
	 * @param status      HTTP status.
	 */
	noteCallNow(
		environment: Environment,
		action: Action,
		status: number
	): void {
		this.#store.webhooks.noteCall( environment.id, {
			action,
			at: this.#now(),
			status,
		} );
	}

	#save( environment: Environment, createdBy: string ): StoredWebhookSet {
		const set = {
			environmentId: environment.id,
			token: makeToken(),
			createdBy,
			createTime: this.#now(),
		};
		this.#store.webhooks.save( set );
		return set;
	}

	#none(): HostingError {
		return new HostingError(
			404,
			'This environment has no webhooks. Create them in Settings in the portal.'
		);
	}

	#show( environment: Environment, set: StoredWebhookSet ): WebhookSet {
		const { accountName, appId, id } = environment;
		const base = `${ this.#baseUrl() }/wh/v1/accounts/${ accountName }/apps/${ appId }/environments/${ id }/webhooks`;
		const urls = ACTIONS.map( ( action ) => [
			action,
			`${ base }/webhook:${ action }?token=${ set.token }`,
		] );
		return {
			urls: Object.fromEntries( urls ) as Record< Action, string >,
			createTime: set.createTime,
			createdBy: set.createdBy,
			lastCalls: this.#store.webhooks.lastCalls( environment.id ),
		};
	}
}
