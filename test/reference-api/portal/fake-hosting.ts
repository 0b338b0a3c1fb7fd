/**
 * A platform in memory, so that the portal can be tried without building anything.
 */
import type { Action } from '../../../src/shared/actions.ts';
import type {
	Account,
	App,
	Build,
	CacheStatistics,
	Environment,
	EnvironmentPath,
	Hosting,
	Install,
	WebhookSet,
} from '../../../src/reference-api/model.ts';
import { HostingError } from '../../../src/reference-api/model.ts';

export const ENVIRONMENT_ID = '6f1d8e0a-3c56-4b0e-9a52-0d7b5a41b07c';
export const TOKEN = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=';
export const NOW = new Date( '2026-11-20T14:09:00' );

/**
 * Makes a time of the day that the tests play in.
 * @param clock
 */
export function at( clock: string ): Date {
	return new Date( `2026-11-20T${ clock }` );
}

/**
 * Makes a build.
 * @param fields
 */
export function aBuild( fields: Partial< Build > & { number: number } ): Build {
	return {
		id: `build-${ fields.number }`,
		environmentId: ENVIRONMENT_ID,
		operationId: `operation-${ fields.number }`,
		state: 'succeeded',
		trigger: 'rebuild',
		startedBy: 'webhook',
		absorbed: 0,
		createTime: at( '13:00:00' ),
		startTime: at( '13:00:00' ),
		finishTime: at( '13:00:41' ),
		error: '',
		...fields,
	};
}

function webhookSet( token: string ): WebhookSet {
	const base = `http://127.0.0.1:4100/wh/v1/accounts/acme/apps/storefront/environments/${ ENVIRONMENT_ID }/webhooks/webhook:`;
	const url = ( action: Action ) => `${ base }${ action }?token=${ token }`;
	return {
		urls: {
			rebuild: url( 'rebuild' ),
			cleanRebuild: url( 'cleanRebuild' ),
			purgeCache: url( 'purgeCache' ),
		},
		createTime: at( '09:00:00' ),
		createdBy: 'sam',
		lastCalls: {},
	};
}

/** Keeps everything in public fields, which tests set and read. */
export class FakeHosting implements Hosting {
	accountList: Account[] = [ { name: 'acme', id: 'acme-id' } ];
	installList: Install[] = [
		{ name: 'acmeprod', url: 'http://127.0.0.1:8881' },
	];
	appList: App[] = [
		{
			id: 'app-id',
			accountName: 'acme',
			appId: 'storefront',
			region: 'regions/US-C',
			createTime: at( '08:00:00' ),
		},
	];
	environmentList: Environment[] = [
		{
			id: ENVIRONMENT_ID,
			accountName: 'acme',
			appId: 'storefront',
			displayName: 'Production',
			branch: 'uploadable',
			wpEnvironment: 'acmeprod',
			shellVariables: [],
			edgePort: 4101,
			createTime: at( '08:01:00' ),
		},
	];
	buildList: Build[] = [];
	log = '';
	webhookSet: WebhookSet | null = null;
	statistics: CacheStatistics = {
		hits: 0,
		misses: 0,
		entries: 0,
		bytes: 0,
		purgedAt: null,
	};
	/** What was asked for, in words. */
	calls: string[] = [];
	/** Thrown by the next upload or trigger. */
	refusal: HostingError | null = null;
	/** Reads an uploaded file, before it is gone. */
	onUpload: ( zipFile: string ) => Promise< void > = async () => {};

	#note( call: string ): void {
		this.calls.push( call );
		const { refusal } = this;
		this.refusal = null;
		if ( refusal !== null ) {
			throw refusal;
		}
	}

	async accounts(): Promise< Account[] > {
		return this.accountList;
	}

	async createAccount( name: string ): Promise< Account > {
		const account = { name, id: `${ name }-id` };
		this.accountList.push( account );
		return account;
	}

	async installs(): Promise< Install[] > {
		return this.installList;
	}

	async saveInstall( install: Install ): Promise< void > {
		this.installList.push( install );
	}

	async apps( accountName: string ): Promise< App[] > {
		if ( ! this.accountList.some( ( { name } ) => name === accountName ) ) {
			throw new HostingError(
				404,
				`There is no account “${ accountName }”.`
			);
		}
		return this.appList.filter(
			( app ) => app.accountName === accountName
		);
	}

	async createApp(): Promise< App > {
		throw new Error( 'The portal makes no apps.' );
	}

	async environments(
		accountName: string,
		appId: string
	): Promise< Environment[] > {
		return this.environmentList.filter(
			( environment ) =>
				environment.accountName === accountName &&
				environment.appId === appId
		);
	}

	async environment( path: EnvironmentPath ): Promise< Environment > {
		const found = (
			await this.environments( path.accountName, path.appId )
		).find( ( { id } ) => id === path.environmentId );
		if ( found === undefined ) {
			throw new HostingError(
				404,
				`There is no environment “${ path.environmentId }”.`
			);
		}
		return found;
	}

	async createEnvironment(): Promise< Environment > {
		throw new Error( 'The portal makes no environments.' );
	}

	async upload(
		_path: EnvironmentPath,
		zipFile: string,
		startedBy: string
	): Promise< Build > {
		await this.onUpload( zipFile );
		this.#note( startedBy );
		return this.#queue( 'upload', startedBy );
	}

	async trigger(
		path: EnvironmentPath,
		action: Action,
		startedBy: string
	): Promise< Build | null > {
		await this.environment( path );
		this.#note( `${ action }: ${ startedBy }` );
		return action === 'purgeCache'
			? null
			: this.#queue( action, startedBy );
	}

	#queue( trigger: Build[ 'trigger' ], startedBy: string ): Build {
		const build = aBuild( {
			number: ( this.buildList[ 0 ]?.number ?? 0 ) + 1,
			state: 'queued',
			trigger,
			startedBy,
			startTime: null,
			finishTime: null,
		} );
		this.buildList.unshift( build );
		return build;
	}

	async builds(): Promise< Build[] > {
		return this.buildList;
	}

	async build( _environmentId: string, number: number ): Promise< Build > {
		const build = this.buildList.find( ( one ) => one.number === number );
		if ( build === undefined ) {
			throw new HostingError( 404, `There is no build ${ number }.` );
		}
		return build;
	}

	async cancel(
		_path: EnvironmentPath,
		operationId: string
	): Promise< void > {
		this.#note( `cancel ${ operationId }` );
	}

	async readLog(
		_buildId: string,
		offset: number
	): Promise< { text: string; nextOffset: number } > {
		const bytes = Buffer.from( this.log );
		return {
			text: bytes.subarray( offset ).toString(),
			nextOffset: bytes.length,
		};
	}

	cache(): CacheStatistics {
		return this.statistics;
	}

	async webhooks( path: EnvironmentPath ): Promise< WebhookSet | null > {
		await this.environment( path );
		return this.webhookSet;
	}

	async createWebhooks(): Promise< WebhookSet > {
		this.#note( 'create webhooks' );
		this.webhookSet ??= webhookSet( TOKEN );
		return this.webhookSet;
	}

	async regenerateWebhooks(): Promise< WebhookSet > {
		this.#note( 'regenerate webhooks' );
		this.webhookSet = webhookSet( 'bmV3LXRva2VuLW5ldy10b2tlbi0=' );
		return this.webhookSet;
	}

	async deleteWebhooks(): Promise< void > {
		this.#note( 'delete webhooks' );
		this.webhookSet = null;
	}

	edgeUrl( environment: Environment ): string {
		return `http://localhost:${ environment.edgePort }`;
	}
}
