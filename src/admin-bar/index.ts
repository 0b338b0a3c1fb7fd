import type { Action } from '../shared/actions.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus, Status } from '../shared/wire.ts';
import { readBoot } from '../live/boot.ts';
import { isMoving, nextDispatchMs } from '../live/due-time.ts';
import { onSecond } from '../ui/second-timer.ts';
import { pageStore, whenPageStore } from '../live/page-store.ts';
import type { StatusStore } from '../live/status-store.ts';
import { onRequestOfOtherTab, notifyOtherTabs } from '../live/other-tabs.ts';
import { describe } from '../live/labels/summary.ts';
import { fillTextByMinute } from '../live/labels/timed-text.ts';
import { addCommands } from './palette.ts';
import {
	hideRemoved,
	showEnvironment,
	showLabel,
	triggersOf,
} from './links.ts';
import { runCommand, type BarCommand } from './run-buttons.ts';
import { afterSaves } from './saves.ts';
import './admin-bar.scss';

/** The admin bar refreshes while a run is pending or in progress. Otherwise it sends no requests. */
const PACE = { movingMs: 5_000, idleMs: null };

interface SentCommand {
	command: BarCommand;
	/** The status at that time, as JSON. */
	before: string;
}

/** Updates the status that PHP printed, and sends the requests of the buttons. */
class AdminBar {
	readonly #boot: BootData;
	readonly #sending = new Map< string, SentCommand >();
	#store: StatusStore | null = null;
	/** How far the server's clock is ahead, until the store measures it: the printed time is older by the page's loading time. */
	readonly #aheadMs: number;
	/** The server's time at the last tick. */
	#nowMs: number;

	constructor( boot: BootData ) {
		this.#boot = boot;
		this.#nowMs = Date.parse( boot.now );
		this.#aheadMs = this.#nowMs - Date.now();
	}

	start(): void {
		const { status } = this.#boot.preload;
		if (
			isMoving( status, Date.now() ) ||
			nextDispatchMs( status ) !== null
		) {
			this.#followStatus();
		}
		// The printed status needs no request, but its times pass.
		onSecond( () => this.#tick() );
		// The panel and the editors load the status anyway, and the bar shows the same.
		whenPageStore( () => void this.#followStatus() );
		afterSaves( () => void this.#followStatus().refresh() );
		onRequestOfOtherTab( () => void this.#followStatus() );
		for ( const { id } of status?.environments ?? [] ) {
			for ( const { element, command } of triggersOf( id ) ) {
				this.#listen( element, id, command );
			}
		}
		addCommands(
			this.#boot,
			( id, action ) => void this.#send( id, action ),
			( url ) => window.location.assign( url )
		);
	}

	/** Starts to load the status. Until then, the printed status is shown. */
	#followStatus(): StatusStore {
		if ( this.#store === null ) {
			this.#store = pageStore( this.#boot, PACE );
			this.#store.subscribe( () => this.#show() );
			this.#tick();
		}
		return this.#store;
	}

	/** Between two ticks, the text of the last tick stays, as in the panel. */
	#tick(): void {
		const lost = this.#store?.getSnapshot().lost ?? null;
		if ( document.visibilityState !== 'hidden' && lost === null ) {
			this.#nowMs =
				this.#store?.time.nowMs() ?? Date.now() + this.#aheadMs;
			this.#show();
		}
	}

	#status(): Status | null {
		return this.#store?.getSnapshot().status ?? this.#boot.preload.status;
	}

	#environments(): EnvironmentStatus[] {
		return this.#status()?.environments ?? [];
	}

	#show(): void {
		const nowMs = this.#nowMs;
		const describeIt = ( environment: EnvironmentStatus ) => {
			const sent = this.#sending.get( environment.id );
			// A newer status says what happens, although the answer to the button may take longer.
			const isSending =
				sent !== undefined &&
				sent.command !== 'cancel' &&
				sent.before === JSON.stringify( environment );
			return describe(
				environment,
				nowMs,
				this.#boot.timeZone,
				isSending ? ( sent.command as Action ) : null,
				fillTextByMinute
			);
		};
		const environments = this.#environments();
		for ( const environment of environments ) {
			showEnvironment( environment, {
				description: describeIt( environment ),
				busy: this.#sending.has( environment.id ),
				nowMs,
				timeZone: this.#boot.timeZone,
			} );
		}
		if ( this.#status() !== null ) {
			hideRemoved( environments );
		}
		const urgent = environments.find(
			( { id } ) => id === this.#status()?.mostUrgent
		);
		if ( urgent !== undefined ) {
			showLabel( urgent, describeIt( urgent ) );
		}
	}

	#listen( element: HTMLElement, id: string, command: BarCommand ): void {
		const isButton = element.classList.contains( 'button' );
		if ( isButton ) {
			element.setAttribute( 'role', 'button' );
		}
		const send = ( event: Event ) => {
			event.preventDefault();
			void this.#send( id, command );
		};
		element.addEventListener( 'click', send );
		element.addEventListener( 'keydown', ( event ) => {
			if ( event.key === ' ' ) {
				send( event );
			}
		} );
	}

	/** Sends the request of a button, one at a time. */
	async #send( id: string, command: BarCommand ): Promise< void > {
		const environment = this.#environments().find(
			( one ) => one.id === id
		);
		if ( environment === undefined || this.#sending.has( id ) ) {
			return;
		}
		const before = JSON.stringify( environment );
		this.#sending.set( id, { command, before } );
		this.#tick();
		await runCommand( environment, command );
		notifyOtherTabs();
		await this.#followStatus().refresh();
		this.#sending.delete( id );
		this.#show();
	}
}

const boot = readBoot();
if ( boot !== null ) {
	new AdminBar( boot ).start();
}
