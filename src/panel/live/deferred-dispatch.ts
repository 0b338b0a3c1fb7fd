/**
 * Sends one last request when the page goes away while something is still to be sent.
 *
 * `pagehide` and `visibilitychange` both come when a tab is closed, and hiding a tab is no leaving yet: so each state
 * of what is pending is reported once.
 */
export class DeferredDispatch {
	readonly #send: () => void;
	#pending = '';
	#expected = '';
	#reported = '';
	#saves = 0;

	constructor( send: () => void ) {
		this.#send = send;
	}

	/**
	 * Learns what is pending.
	 *
	 * @param signature Names what is pending, empty for nothing.
	 */
	setPending( signature: string ): void {
		this.#pending = signature;
		if ( this.#expected === '' ) {
			this.#sendWhenHidden();
		}
	}

	/** Learns that something was just published, of which the known state says nothing yet. */
	expect(): void {
		this.#saves += 1;
		this.#expected = `save ${ this.#saves };`;
		this.#sendWhenHidden();
	}

	/** Learns that the known state is newer than the last publish. */
	settle(): void {
		if (
			this.#expected !== '' &&
			this.#reported.startsWith( this.#expected )
		) {
			this.#reported = this.#pending;
		}
		this.#expected = '';
		this.#sendWhenHidden();
	}

	/** Reports what is pending, unless that was done. */
	readonly report = (): void => {
		const state = `${ this.#expected }${ this.#pending }`;
		if ( state !== '' && state !== this.#reported ) {
			this.#reported = state;
			this.#send();
		}
	};

	readonly #sendWhenHidden = (): void => {
		if ( document.visibilityState === 'hidden' ) {
			this.report();
		}
	};

	/** Listens for the page being left. */
	start(): void {
		document.addEventListener( 'visibilitychange', this.#sendWhenHidden );
		window.addEventListener( 'pagehide', this.report );
	}

	/** Listens no more. */
	stop(): void {
		document.removeEventListener(
			'visibilitychange',
			this.#sendWhenHidden
		);
		window.removeEventListener( 'pagehide', this.report );
	}
}
