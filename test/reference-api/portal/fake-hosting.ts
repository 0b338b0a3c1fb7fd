/**
 * A platform in memory, so that the portal can be tried without building anything.
 */
import { rm } from 'node:fs/promises';
import type { Action } from '../../../src/shared/actions.ts';
import { ChangeEmitter } from '../../../src/reference-api/lib/change-emitter.ts';
import type { PublicServices } from '../../../src/reference-api/services.ts';
import type { CacheReport } from '../../../src/reference-api/model/cache-report.ts';
import type {
	Account,
	ApiUser,
	App,
	Build,
	Environment,
	EnvironmentPath,
	Install,
	Membership,
	ApplicationStatus,
	UserAccess,
	ShellVariable,
	WebhookSet,
} from '../../../src/reference-api/model/hosting.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import type {
	AccountUsage,
	UsageDay,
	UsageRange,
} from '../../../src/reference-api/model/usage.ts';

export const ENVIRONMENT_ID = '6f1d8e0a-3c56-4b0e-9a52-0d7b5a41b07c';
export const TOKEN = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=';
export const NOW = new Date( '2026-11-20T14:09:00' );

/** Makes a time of the day that the tests play in. */
export function at( clock: string ): Date {
	return new Date( `2026-11-20T${ clock }` );
}

/** Makes a build. */
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
		steps: [],
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

/** Makes an environment. */
export function anEnvironment(
	fields: Partial< Environment > = {}
): Environment {
	return {
		id: ENVIRONMENT_ID,
		accountName: 'acme',
		appId: 'storefront',
		displayName: 'Production',
		branch: 'uploadable',
		wpEnvironment: 'acmeprod',
		rootDirectory: '',
		shellVariables: [],
		variablesTime: null,
		purgeOnDeploy: true,
		edgePort: 4101,
		createTime: at( '08:01:00' ),
		...fields,
	};
}

/** Makes an app. */
export function anApp( fields: Partial< App > = {} ): App {
	return {
		id: 'app-id',
		accountName: 'acme',
		appId: 'storefront',
		region: 'regions/US-C',
		createTime: at( '08:00:00' ),
		...fields,
	};
}

/** Makes the report of a cache that was never asked. */
export function aCacheReport(
	fields: Partial< CacheReport > = {}
): CacheReport {
	return {
		hits: 0,
		misses: 0,
		entries: 0,
		bytes: 0,
		maxBytes: 64 * 1024 * 1024,
		purgedAt: null,
		minutes: [],
		purges: [],
		notCached: [],
		...fields,
	};
}

/** Makes a day of usage on which nothing was measured. */
export function aUsageDay(
	fields: Partial< UsageDay > & { date: string }
): UsageDay {
	return {
		fileBytes: null,
		databaseBytes: null,
		measureTime: null,
		visits: 0,
		requests: 0,
		originRequests: 0,
		edgeBytes: 0,
		originBytes: 0,
		...fields,
	};
}

/** Keeps everything in public fields, which tests set and read. */
export class FakeHosting {
	/** This platform as the services that the portal uses. */
	get services(): PublicServices {
		const services = {
			catalog: this,
			installs: {
				all: () => this.installs(),
				save: ( install: Install ) => this.saveInstall( install ),
				delete: ( name: string ) => this.deleteInstall( name ),
			},
			users: {
				all: () => this.users(),
				create: ( user: ApiUser, createdBy: string ) =>
					this.createUser( user, createdBy ),
				setAccess: ( id: string, access: UserAccess ) =>
					this.setUserAccess( id, access ),
				delete: ( id: string ) => this.deleteUser( id ),
			},
			deletion: {
				app: ( account: string, app: string ) =>
					this.deleteApp( account, app ),
				environment: ( path: EnvironmentPath ) =>
					this.deleteEnvironment( path ),
			},
			environmentSettings: this,
			builds: {
				of: ( id: string ) => this.builds( id ),
				find: ( id: string, number: number ) =>
					this.build( id, number ),
				upload: ( path: EnvironmentPath, zip: string, by: string ) =>
					this.upload( path, zip, by ),
				cancel: ( path: EnvironmentPath, id: string ) =>
					this.cancel( path, id ),
				readLog: ( id: string, offset: number ) =>
					this.readLog( id, offset ),
				readApplicationLog: ( id: string, offset: number ) =>
					this.readApplicationLog( id, offset ),
			},
			triggers: this,
			edges: {
				report: () => this.cache(),
				url: ( environment: Environment ) =>
					this.edgeUrl( environment ),
			},
			liveReleases: { status: ( id: string ) => this.served( id ) },
			usage: {
				report: ( account: string, range?: UsageRange ) =>
					this.usage( account, range ),
				refresh: ( account: string ) => this.refreshUsage( account ),
			},
			webhooks: {
				find: ( path: EnvironmentPath ) => this.webhooks( path ),
				create: () => this.createWebhooks(),
				regenerate: () => this.regenerateWebhooks(),
				delete: () => this.deleteWebhooks(),
			},
			changes: {
				watch: ( listener: () => void ) => this.watch( listener ),
			},
		};
		return services as unknown as PublicServices;
	}

	accountList: Account[] = [ { name: 'acme', id: 'acme-id' } ];
	installList: Install[] = [
		{
			id: 'install-id',
			accountName: 'acme',
			name: 'acmeprod',
			url: 'http://127.0.0.1:8881',
		},
	];
	userList: ApiUser[] = [
		{
			id: 'sam',
			name: 'Sam',
			role: 'write',
			accounts: [],
			createTime: at( '07:00:00' ),
			createdBy: 'the command line',
		},
	];
	appList: App[] = [ anApp() ];
	environmentList: Environment[] = [ anEnvironment() ];
	/** Builds of all environments, newest first. */
	buildList: Build[] = [];
	/** What visitors get; derived from the builds when it is undefined. */
	visitors: ApplicationStatus | null | undefined;
	log = '';
	applicationLog = '';
	webhookSet: WebhookSet | null = null;
	report: CacheReport = aCacheReport();
	accountUsage: AccountUsage = {
		accountName: 'acme',
		accountId: 'acme-id',
		environments: [],
		refreshTime: null,
		expectedTime: null,
		storageLimitBytes: 10_000_000_000,
	};
	readonly changes = new ChangeEmitter();
	/** What was asked for, in words. */
	calls: string[] = [];
	/** Thrown by the next call that changes something. */
	refusal: HostingError | null = null;
	/** Reads an uploaded file, before it is gone. */
	onUpload: ( zipFile: string ) => Promise< void > = async () => {};

	watch = ( listener: () => void ): ( () => void ) =>
		this.changes.watch( listener );

	/** Notes a call that changes something, or refuses it. */
	#note( call: string ): void {
		this.calls.push( call );
		const { refusal } = this;
		this.refusal = null;
		if ( refusal !== null ) {
			throw refusal;
		}
		this.changes.emit( { topic: 'builds' } );
	}

	async accounts(): Promise< Account[] > {
		return this.accountList;
	}

	async createAccount( name: string ): Promise< Account > {
		this.#note( `create account ${ name }` );
		const account = { name, id: `${ name }-id` };
		this.accountList.push( account );
		return account;
	}

	async installs(): Promise< Install[] > {
		return this.installList;
	}

	async saveInstall( {
		accountName,
		name,
		url,
	}: Pick< Install, 'accountName' | 'name' | 'url' > ): Promise< Install > {
		this.#note( `save install ${ name } ${ url }` );
		const install = { id: `${ name }-id`, accountName, name, url };
		this.installList = [
			...this.installList.filter( ( one ) => one.name !== name ),
			install,
		];
		return install;
	}

	async deleteInstall( name: string ): Promise< void > {
		this.#note( `delete install ${ name }` );
		this.installList = this.installList.filter(
			( install ) => install.name !== name
		);
	}

	async users(): Promise< ApiUser[] > {
		return this.userList;
	}

	async createUser(
		{
			password = 'made-password',
			accounts = [],
			...fields
		}: Pick< ApiUser, 'id' | 'name' | 'role' > & {
			accounts?: Membership[];
			password?: string;
		},
		createdBy: string
	): Promise< { user: ApiUser; password: string } > {
		this.#note( `create user ${ fields.id } ${ fields.role }` );
		const user = { ...fields, accounts, createTime: NOW, createdBy };
		this.userList.push( user );
		return { user, password };
	}

	async setUserAccess( id: string, access: UserAccess ): Promise< ApiUser > {
		const user = this.userList.find( ( one ) => one.id === id );
		if ( ! user ) {
			throw new HostingError( 404, `There is no API user “${ id }”.` );
		}
		return Object.assign( user, access );
	}

	async deleteUser( id: string ): Promise< void > {
		this.#note( `delete user ${ id }` );
		this.userList = this.userList.filter( ( user ) => user.id !== id );
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

	async createApp(
		accountName: string,
		appId: string,
		region: string
	): Promise< App > {
		this.#note( `create app ${ appId } in ${ region }` );
		const app = anApp( { accountName, appId, region } );
		this.appList.push( app );
		return app;
	}

	async deleteApp( accountName: string, appId: string ): Promise< void > {
		this.#note( `delete app ${ appId }` );
		this.appList = this.appList.filter(
			( app ) => app.accountName !== accountName || app.appId !== appId
		);
	}

	async environments(
		accountName: string,
		appId: string
	): Promise< Environment[] > {
		const names = this.appList.map( ( app ) => app.appId );
		if ( ! names.includes( appId ) ) {
			throw new HostingError(
				404,
				`No app “${ appId }” in account ${ accountName }. There is ${ names.map( ( name ) => `“${ name }”` ).join( ', ' ) }.`
			);
		}
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

	async createEnvironment(
		accountName: string,
		appId: string,
		{
			shellVariables,
			...fields
		}: Pick< Environment, 'displayName' | 'branch' | 'wpEnvironment' > & {
			shellVariables: ShellVariable[];
		}
	): Promise< Environment > {
		const keys = shellVariables.map( ( { key } ) => key ).join( ', ' );
		this.#note(
			`create environment ${ fields.displayName } of ${ fields.wpEnvironment } with ${ keys || 'nothing' }`
		);
		const environment = anEnvironment( {
			...fields,
			id: `${ fields.displayName.toLowerCase() }-id`,
			accountName,
			appId,
			shellVariables: shellVariables.map( ( variable ) => ( {
				...variable,
				setTime: NOW,
			} ) ),
		} );
		this.environmentList.push( environment );
		return environment;
	}

	async deleteEnvironment( path: EnvironmentPath ): Promise< void > {
		const { displayName } = await this.environment( path );
		this.#note( `delete environment ${ displayName }` );
		this.environmentList = this.environmentList.filter(
			( { id } ) => id !== path.environmentId
		);
	}

	async #change(
		path: EnvironmentPath,
		call: string,
		change: ( environment: Environment ) => Partial< Environment >
	): Promise< Environment > {
		const environment = await this.environment( path );
		this.#note( call );
		return Object.assign( environment, change( environment ) );
	}

	setVariables(
		path: EnvironmentPath,
		{ set, remove }: { set: ShellVariable[]; remove: string[] }
	): Promise< Environment > {
		const gone = [ ...set.map( ( { key } ) => key ), ...remove ];
		return this.#change(
			path,
			`set ${ set.map( ( { key } ) => key ).join( ', ' ) } remove ${ remove.join( ', ' ) }`,
			( { shellVariables } ) => ( {
				variablesTime: NOW,
				shellVariables: [
					...shellVariables.filter(
						( { key } ) => ! gone.includes( key )
					),
					...set.map( ( one ) => ( { ...one, setTime: NOW } ) ),
				],
			} )
		);
	}

	link( path: EnvironmentPath, name: string ): Promise< Environment > {
		return this.#change( path, `link ${ name }`, () => ( {
			wpEnvironment: name,
		} ) );
	}

	setRootDirectory(
		path: EnvironmentPath,
		rootDirectory: string
	): Promise< Environment > {
		return this.#change(
			path,
			`root directory ${ rootDirectory }`,
			() => ( {
				rootDirectory,
			} )
		);
	}

	setPurgeOnDeploy(
		path: EnvironmentPath,
		isOn: boolean
	): Promise< Environment > {
		return this.#change( path, `purge on deploy ${ isOn }`, () => ( {
			purgeOnDeploy: isOn,
		} ) );
	}

	async upload(
		_path: EnvironmentPath,
		zipFile: string,
		startedBy: string
	): Promise< Build > {
		try {
			await this.onUpload( zipFile );
			this.#note( startedBy );
		} finally {
			// Whoever gets a file removes it, as the real one does.
			await rm( zipFile, { force: true } );
		}
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

	async redeploy(
		path: EnvironmentPath,
		buildId: string,
		startedBy: string
	): Promise< Build > {
		await this.environment( path );
		this.#note( `redeploy ${ buildId }: ${ startedBy }` );
		return this.#queue( 'redeploy', startedBy );
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

	async builds( environmentId: string ): Promise< Build[] > {
		return this.buildList.filter(
			( build ) => build.environmentId === environmentId
		);
	}

	async build( environmentId: string, number: number ): Promise< Build > {
		const builds = await this.builds( environmentId );
		const build = builds.find( ( one ) => one.number === number );
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
		return piece( this.log, offset );
	}

	async readApplicationLog(
		_environmentId: string,
		offset: number
	): Promise< { text: string; nextOffset: number } > {
		return piece( this.applicationLog, offset );
	}

	async cache(): Promise< CacheReport > {
		return this.report;
	}

	async served( environmentId: string ): Promise< ApplicationStatus | null > {
		if ( this.visitors !== undefined ) {
			return this.visitors;
		}
		const builds = await this.builds( environmentId );
		const live = builds.find( ( { state } ) => state === 'live' );
		return live === undefined
			? null
			: {
					state: 'up',
					since: live.finishTime ?? live.createTime,
					lastOutput: '',
					restarts: 0,
					lastExit: null,
				};
	}

	async usage(
		accountName: string,
		range?: UsageRange
	): Promise< AccountUsage > {
		const { environments } = this.accountUsage;
		return {
			...this.accountUsage,
			accountName,
			environments: environments.map( ( environment ) => ( {
				...environment,
				days: environment.days.filter(
					( { date } ) =>
						range === undefined ||
						( date >= range.firstDate && date <= range.lastDate )
				),
			} ) ),
		};
	}

	async refreshUsage( accountName: string ): Promise< void > {
		this.#note( `refresh usage of ${ accountName }` );
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

function piece(
	log: string,
	offset: number
): { text: string; nextOffset: number } {
	const bytes = Buffer.from( log );
	return {
		text: bytes.subarray( offset ).toString(),
		nextOffset: bytes.length,
	};
}
