<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Queue\Page_Query;

/**
 * Words the state of an environment in one line, as `describe()` of src/panel/labels does in the browser: a page that
 * PHP printed and its script must not contradict each other.
 *
 * An environment here is an entry of `Status::get()['environments']`.
 */
final class State_Words {
	/** What is more urgent comes first. */
	private const URGENCY = array( 'failed', 'retrying', 'pending', 'sending', 'building', 'canceled', 'held', 'paused', 'upToDate' );

	/** For the first minutes “Live 40 s ago” is news. */
	private const NEWS_MS = 300_000;

	public function __construct( private readonly Clock $clock ) {}

	/**
	 * Says how an environment is, for example “Rebuild in 8 s”. Not escaped.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function headline( array $environment ): string {
		return $this->describe( $environment )[1];
	}

	/**
	 * Names the sign that goes with the headline: good, bad, warning, paused, scheduled, held, accepted, canceled or busy.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function symbol( array $environment ): string {
		return $this->describe( $environment )[0];
	}

	/**
	 * Returns what is sent next automatically in the lane that the headline is about; null when nothing is.
	 *
	 * @param  array<string, mixed>      $environment Entry of the status.
	 * @return array<string, mixed>|null
	 */
	public function countdown( array $environment ): ?array {
		$due = array_filter( Entry::parts( $environment, 'pending' ), fn( array $run ): bool => true !== ( $run['held'] ?? false ) && '' !== $this->due( $run ) );
		return array_column( $due, null, 'lane' )[ Entry::text( $environment, 'lane' ) ] ?? null;
	}

	/**
	 * Puts what most needs a person's look first.
	 *
	 * @param  non-empty-list<array<string, mixed>> $environments Entries of the status.
	 * @return non-empty-list<array<string, mixed>>
	 */
	public function by_urgency( array $environments ): array {
		usort( $environments, static fn( array $one, array $other ): int => self::urgency( $one ) <=> self::urgency( $other ) );
		return $environments;
	}

	/**
	 * Says what was sent last, and when; empty where nothing was.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function last_run( array $environment ): string {
		$last = Entry::part( $environment, 'last' );
		$at   = Entry::text( $last, 'finishedAt' );
		return array() === $last ? '' : sprintf(
			/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “4 min ago”. */
			__( 'Last run: %1$s, %2$s', 'headless-deploy' ),
			Entry::action( Entry::text( $last, 'action' ) ),
			Time_Format::ago( '' === $at ? Entry::text( $last, 'createdAt' ) : $at, $this->clock->now_ms() ),
		);
	}

	/**
	 * Finds sign and headline of an environment.
	 *
	 * @param  array<string, mixed>  $environment Entry of the status.
	 * @return array{string, string}
	 */
	private function describe( array $environment ): array {
		$state  = Entry::text( $environment, 'state' );
		$paused = Entry::part( $environment, 'paused' );
		$last   = Entry::part( $environment, 'last' );
		$run    = $this->countdown( $environment );
		$code   = Entry::text( $last, 'errorCode' );
		return match ( true ) {
			'paused' === $state && array() !== $paused => array( 'paused', $this->paused( $paused ) ),
			'sending' === $state                       => array( 'busy', __( 'Sending', 'headless-deploy' ) ),
			null !== $run                              => $this->counting( $run ),
			'held' === $state                          => array( 'held', $this->held( $environment ) ),
			'failed' === $state && array() !== $last   => array( Failure_Words::was_canceled( $code ) ? 'canceled' : 'bad', Failure_Words::headline( $code ) ),
			'building' === $state                      => array( 'busy', __( 'Building', 'headless-deploy' ) ),
			'canceled' === $state                      => array( 'canceled', Entry::text( self::undeployed( $environment ), 'headline' ) ),
			default                                    => $this->at_rest( $last ),
		};
	}

	/**
	 * Says what counts down.
	 *
	 * @param  array<string, mixed>  $run
	 * @return array{string, string} Sign and headline.
	 */
	private function counting( array $run ): array {
		$left = Time_Format::ms( $this->due( $run ) ) - $this->clock->now_ms();
		if ( $left <= 0 ) {
			return array( 'busy', __( 'Sending', 'headless-deploy' ) );
		}
		$time = Time_Format::left( $left );
		return '' !== Entry::text( $run, 'nextAttemptAt' )
			/* translators: %s: time that is left, for example “8 s”. */
			? array( 'warning', sprintf( __( 'Trying again in %s', 'headless-deploy' ), $time ) )
			/* translators: 1: an action, for example “Rebuild”, 2: time that is left, for example “8 s”. */
			: array( 'scheduled', sprintf( __( '%1$s in %2$s', 'headless-deploy' ), Entry::action( Entry::text( $run, 'action' ) ), $time ) );
	}

	/**
	 * Says how many changes wait for a person.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	private function held( array $environment ): string {
		$count = (int) array_sum( array_map( static fn( array $one ): int => Entry::number( $one, 'changes' ), Entry::parts( $environment, 'pending' ) ) );
		if ( $count > Page_Query::MOST_ROWS ) {
			// A page counts no further.
			/* translators: %s: number of changes. */
			return sprintf( __( 'More than %s unpublished changes', 'headless-deploy' ), number_format_i18n( Page_Query::MOST_ROWS ) );
		}
		/* translators: %d: number of changes. */
		return sprintf( _n( '%d unpublished change', '%d unpublished changes', $count, 'headless-deploy' ), $count );
	}

	/**
	 * Says what the last run came to.
	 *
	 * @param  array<string, mixed>  $last The last run, empty when there was none.
	 * @return array{string, string} Sign and headline.
	 */
	private function at_rest( array $last ): array {
		return match ( true ) {
			array() === $last => array( 'accepted', __( 'Connected', 'headless-deploy' ) ),
			// Also where a page is gone: “Gone” beside an environment's name would frighten.
			in_array( Entry::text( $last, 'outcome' ), array( 'live', 'gone' ), true ) => array( 'good', $this->live( $last ) ),
			'purgeCache' === Entry::text( $last, 'action' )                            => array( 'good', __( 'Cache purged', 'headless-deploy' ) ),
			default                                                                    => array( 'accepted', __( 'Accepted by the host', 'headless-deploy' ) ),
		};
	}

	/**
	 * Says that a run has arrived on the site.
	 *
	 * @param array<string, mixed> $last
	 */
	private function live( array $last ): string {
		$times = array_filter( array( Entry::text( $last, 'outcomeAt' ), Entry::text( $last, 'finishedAt' ), Entry::text( $last, 'createdAt' ) ) );
		$at    = reset( $times );
		return false !== $at && $this->clock->now_ms() - Time_Format::ms( $at ) < self::NEWS_MS
			/* translators: %s: a time, for example “40 s ago”. */
			? sprintf( __( 'Live %s', 'headless-deploy' ), Time_Format::ago( $at, $this->clock->now_ms() ) )
			: __( 'Up to date', 'headless-deploy' );
	}

	/**
	 * Returns the changes of failed and canceled runs in the lane that the headline is about; empty when there are none.
	 *
	 * @param  array<string, mixed> $environment Entry of the status.
	 * @return array<string, mixed>
	 */
	public static function undeployed( array $environment ): array {
		return array_column( Entry::parts( $environment, 'undeployed' ), null, 'lane' )[ Entry::text( $environment, 'lane' ) ] ?? array();
	}

	/**
	 * Says that nothing is sent, and why.
	 *
	 * @param array<string, mixed> $paused
	 */
	private function paused( array $paused ): string {
		$name = Entry::text( Entry::part( $paused, 'by' ), 'name' );
		if ( '' !== $name ) {
			/* translators: %s: name of a person. */
			return sprintf( __( 'Paused by %s', 'headless-deploy' ), $name );
		}
		return match ( Entry::text( $paused, 'reason' ) ) {
			'copy'     => __( 'Paused: this is a copy', 'headless-deploy' ),
			'token'    => __( 'Paused: the webhook URL was refused', 'headless-deploy' ),
			'disabled' => __( 'Paused in wp-config.php', 'headless-deploy' ),
			'key'      => __( 'Paused: the stored webhook URL cannot be read', 'headless-deploy' ),
			'constant' => __( 'Paused: wp-config.php is wrong', 'headless-deploy' ),
			'no_curl'  => __( 'Paused: PHP’s cURL extension is missing', 'headless-deploy' ),
			'unknown'  => __( 'Paused by a newer version', 'headless-deploy' ),
			default    => __( 'Paused', 'headless-deploy' ),
		};
	}

	/**
	 * Returns when a run is due, empty when it waits for a person.
	 *
	 * @param array<string, mixed> $run
	 */
	private function due( array $run ): string {
		$next = Entry::text( $run, 'nextAttemptAt' );
		return '' === $next ? Entry::text( $run, 'dueAt' ) : $next;
	}

	/**
	 * Ranks an environment. A pause that somebody has to mend is as urgent as a failure.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	private static function urgency( array $environment ): int {
		$is_broken = in_array( Entry::text( Entry::part( $environment, 'paused' ), 'reason' ), array( 'token', 'key', 'constant', 'no_curl', 'unknown' ), true );
		$place     = array_search( $is_broken ? 'failed' : Entry::text( $environment, 'state' ), self::URGENCY, true );
		return false === $place ? count( self::URGENCY ) : (int) $place;
	}
}
