import { HostingError } from '../model/hosting.ts';
import type { Install } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';
import { dayOf, defaultRange, oldestDay } from './dates.ts';
import { diskSize } from './disk-size.ts';
import type { DiskSize } from './disk-size.ts';
import { measureFolder, measureWordPressInstall } from './disk-measurement.ts';
import type { AccountUsage, Traffic, UsageRange } from '../model/usage.ts';
import { RateLimit } from '../lib/rate-limit.ts';
import { Refreshes } from './refreshes.ts';
import type { Measure } from './refreshes.ts';
import { reportAccount, reportInstall, reportInstalls } from './reports.ts';
import type { InstallUsage, Page, UsagePage } from './reports.ts';
import { subjectsOf } from './subjects.ts';
import type { AccountSubjects, UsageStore } from './subjects.ts';
import { TrafficCounter } from './traffic-counter.ts';
import type { Measurement } from '../store/usage.ts';

const TICK_MS = 60_000;
const GIGABYTE = 1000 ** 3;

export interface UsageOptions {
	store: UsageStore;
	/** The folder of an environment's releases, sources, cached folders, logs and HOME. */
	folders: { environment: ( environmentId: string ) => string };
	/** Folders of local WordPress installs, by install name. */
	installFolders: Readonly< Record< string, string > >;
	limits: { storageLimitGigabytes: number; usageRefreshesPerMinute: number };
	/** Returns the traffic of the edges since the last call, by environment id. */
	takeTraffic: () => ReadonlyMap< string, Traffic >;
	now: () => Date;
	/** Receives errors of the store. */
	onError: ( error: unknown ) => void;
	/** The default measures the folder of the environment or install. */
	measure?: Measure;
}

export class Usage {
	readonly #options: UsageOptions;
	readonly #refreshes: Refreshes;
	readonly #limit: RateLimit;
	readonly #traffic: TrafficCounter;
	/** The day of the last automatic measurement, by account id. In memory only. */
	readonly #daily = new Map< string, string >();
	#timer: NodeJS.Timeout | undefined;
	#tick: Promise< void > = Promise.resolve();

	constructor( options: UsageOptions ) {
		const { store, now, limits, onError, measure } = options;
		this.#options = options;
		this.#limit = new RateLimit( limits.usageRefreshesPerMinute, now );
		this.#traffic = new TrafficCounter( options );
		this.#refreshes = new Refreshes( {
			store,
			now,
			onError,
			measure: measure ?? ( ( ...which ) => this.#measure( ...which ) ),
		} );
	}

	/** Resumes interrupted measurements and starts counting. */
	async start(): Promise< void > {
		const { store } = this.#options;
		for ( const { scopeId } of await store.usage.openRefreshes() ) {
			const ids = await this.#ofScope( scopeId );
			if ( ids ) {
				await this.#refreshes.request( scopeId, ids );
			} else {
				await store.write( ( { usage } ) => usage.removeOf( scopeId ) );
			}
		}
		this.#timer = setInterval( () => {
			this.#tick = this.tick().catch( this.#options.onError );
		}, TICK_MS );
		this.#timer.unref();
	}

	/** Writes the traffic of the edges, and measures each account that was not measured on this day yet. */
	async tick(): Promise< void > {
		const { store, now } = this.#options;
		await this.#traffic.drain();
		const today = dayOf( now() );
		for ( const { id, name } of await store.accounts.all() ) {
			if ( this.#daily.get( id ) === today ) {
				continue;
			}
			this.#daily.set( id, today );
			const known = await store.usage.refresh( id );
			if ( ! known?.finishTime || dayOf( known.finishTime ) < today ) {
				await this.#requestRefresh( name );
				await store.write( ( { usage } ) =>
					usage.removeBefore( oldestDay( now() ) )
				);
			}
		}
	}

	/** Waits until nothing is measured. */
	waitUntilIdle(): Promise< void > {
		return this.#refreshes.waitUntilIdle();
	}

	/** Ends running measurements, which are repeated after the next start, and writes the traffic of the edges. */
	async close(): Promise< void > {
		clearInterval( this.#timer );
		await this.#tick;
		await this.#refreshes.close();
		await this.#traffic.drain().catch( this.#options.onError );
	}

	/**
	 * Starts measuring all environments and installs of an account, or joins the measurement of it that waits or runs.
	 *
	 * @return Resolves when the expected end is on the disk.
	 * @throws HostingError 404 or 429.
	 */
	async refresh( accountName: string ): Promise< void > {
		await this.#account( accountName );
		this.#limit.count( accountName );
		await this.#requestRefresh( accountName );
	}

	/**
	 * Starts measuring an install and the environments that are linked to it, or joins that measurement.
	 *
	 * @return Resolves when the expected end is on the disk.
	 * @throws HostingError 429.
	 */
	async refreshInstall( install: Install ): Promise< void > {
		this.#limit.count( install.accountName );
		await this.#refreshes.request(
			install.id,
			await this.#ofInstall( install )
		);
	}

	/**
	 * Returns the usage of an account's headless environments.
	 *
	 * @param range Default: the last 30 days.
	 * @throws HostingError 404.
	 */
	async report(
		accountName: string,
		range?: UsageRange
	): Promise< AccountUsage > {
		const { store, limits, now } = this.#options;
		return reportAccount(
			store,
			await this.#account( accountName ),
			range ?? defaultRange( now() ),
			limits.storageLimitGigabytes * GIGABYTE
		);
	}

	/**
	 * Returns the newest measurement of an environment in the last 30 days, or null.
	 *
	 * @param installId The linked install; empty if there is none.
	 */
	diskSize(
		environmentId: string,
		installId: string
	): Promise< DiskSize | null > {
		const { store, now } = this.#options;
		return diskSize(
			store.usage,
			{ environmentId, installId },
			defaultRange( now() ).firstDate
		);
	}

	/**
	 * Returns the usage of an account's WordPress installs, including the environments that are linked to them.
	 *
	 * @throws HostingError 404.
	 */
	async installs(
		accountName: string,
		range: UsageRange,
		page: Page
	): Promise< UsagePage > {
		const subjects = await this.#account( accountName );
		const { store, now } = this.#options;
		return reportInstalls( store, subjects, range, page, now() );
	}

	/** @throws HostingError 404. */
	async install(
		install: Install,
		range: UsageRange
	): Promise< InstallUsage > {
		const subjects = await this.#account( install.accountName );
		const { store, now } = this.#options;
		const found = await reportInstall(
			store,
			subjects,
			install.name,
			range,
			now()
		);
		if ( ! found ) {
			throw new HostingError( 404, 'Not Found' );
		}
		return found;
	}

	async #account( name: string ): Promise< AccountSubjects > {
		const found = await subjectsOf(
			this.#options.store,
			( account ) => account.name === name
		);
		if ( ! found ) {
			throw new HostingError(
				404,
				`The account ${ quote( name ) } does not exist.`
			);
		}
		return found;
	}

	async #requestRefresh( accountName: string ): Promise< void > {
		const subjects = await this.#account( accountName );
		await this.#refreshes.request(
			subjects.account.id,
			this.#ofAccount( subjects )
		);
	}

	/** Returns whether the folder of an install is on this machine. */
	#isLocal( { name }: Install ): boolean {
		return Object.hasOwn( this.#options.installFolders, name );
	}

	#ofAccount( { environments, installs }: AccountSubjects ): string[] {
		const localInstalls = installs.filter( ( { install } ) =>
			this.#isLocal( install )
		);
		return [
			...environments.map( ( { id } ) => id ),
			...localInstalls.map( ( { install } ) => install.id ),
		];
	}

	async #ofInstall( install: Install ): Promise< string[] > {
		const environments = await this.#options.store.environments.all();
		const linked = environments
			.filter( ( { wpEnvironment } ) => wpEnvironment === install.name )
			.map( ( { id } ) => id );
		return this.#isLocal( install ) ? [ install.id, ...linked ] : linked;
	}

	/** Finds the environments and installs of an account or install; null if it was deleted. */
	async #ofScope( scopeId: string ): Promise< string[] | null > {
		const { store } = this.#options;
		const isScope = ( { id }: { id: string } ) => id === scopeId;
		const subjects = await subjectsOf( store, isScope );
		if ( subjects ) {
			return this.#ofAccount( subjects );
		}
		const install = ( await store.installs.all() ).find( isScope );
		return install ? this.#ofInstall( install ) : null;
	}

	async #measure(
		subjectId: string,
		signal: AbortSignal
	): Promise< Measurement > {
		const { store, folders, installFolders } = this.#options;
		const install = ( await store.installs.all() ).find(
			( { id } ) => id === subjectId
		);
		if ( ! install ) {
			const folder = folders.environment( subjectId );
			const fileBytes = await measureFolder( folder, signal );
			return { subjectId, fileBytes, databaseBytes: null };
		}
		const folder = installFolders[ install.name ] ?? '';
		const { files, database } = await measureWordPressInstall(
			folder,
			signal
		);
		return { subjectId, fileBytes: files, databaseBytes: database };
	}
}
