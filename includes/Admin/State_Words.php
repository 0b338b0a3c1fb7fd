<?php
/**
 * The state of an environment in words.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Clock;

/**
 * Words the state of an environment in one line, as `describe()` of src/admin/words does in the browser: a page that
 * PHP printed and its script must not contradict each other.
 *
 * An environment here is an entry of `Status::get()['environments']`.
 */
final class State_Words {
	/** What is more urgent comes first. */
	private const URGENCY = array( 'failed', 'retrying', 'pending', 'delivering', 'building', 'held', 'paused', 'upToDate' );

	private const SYMBOLS = array(
		'failed'     => 'bad',
		'retrying'   => 'warning',
		'pending'    => 'scheduled',
		'delivering' => 'busy',
		'building'   => 'busy',
		'held'       => 'held',
		'paused'     => 'paused',
	);

	/** For the first minutes “Live 40 s ago” is news. */
	private const NEWS_MS = 300_000;

	/** Below this, a time is counted in seconds. */
	private const SECONDS_UNTIL_MS = 90_000;

	/**
	 * Takes the time.
	 *
	 * @param Clock $clock The time.
	 */
	public function __construct( private readonly Clock $clock ) {}

	/**
	 * Says how an environment is, for example “Rebuild in 8 s”. Not escaped.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function headline( array $environment ): string {
		$last = Entry::part( $environment, 'last' );
		$run  = $this->countdown( $environment );
		return match ( Entry::text( $environment, 'state' ) ) {
			'paused'     => $this->paused( Entry::text( Entry::part( $environment, 'paused' ), 'reason' ) ),
			'delivering' => __( 'Sending', 'headless-deploy' ),
			'building'   => null === $run ? __( 'Building', 'headless-deploy' ) : $this->counting( $run ),
			'failed'     => Failure_Words::headline( Entry::text( $last, 'errorCode' ) ),
			'held'       => $this->held( $environment ),
			default      => null === $run ? $this->at_rest( $last ) : $this->counting( $run ),
		};
	}

	/**
	 * Names the sign that goes with the headline: good, bad, warning, paused, scheduled, held, accepted, canceled or busy.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function symbol( array $environment ): string {
		$last = Entry::part( $environment, 'last' );
		$sign = self::SYMBOLS[ Entry::text( $environment, 'state' ) ] ?? '';
		if ( '' !== $sign ) {
			return $sign;
		}
		if ( 'cancelled' === Entry::text( $last, 'state' ) ) {
			return 'canceled';
		}
		return in_array( Entry::text( $last, 'outcome' ), array( 'live', 'gone' ), true ) || 'purgeCache' === Entry::text( $last, 'action' ) ? 'good' : 'accepted';
	}

	/**
	 * Returns what is sent next by itself, the build lane first; null when nothing is.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 *
	 * @return array<string, mixed>|null
	 */
	public function countdown( array $environment ): ?array {
		$due = array();
		foreach ( Entry::parts( $environment, 'pending' ) as $run ) {
			if ( true !== ( $run['held'] ?? false ) && '' !== $this->due( $run ) ) {
				$due[ Entry::text( $run, 'lane' ) ] = $run;
			}
		}
		return $due['build'] ?? $due['cache'] ?? null;
	}

	/**
	 * Finds the environment that most needs a person's look.
	 *
	 * @param non-empty-list<array<string, mixed>> $environments Entries of the status.
	 *
	 * @return array<string, mixed>
	 */
	public function most_urgent( array $environments ): array {
		usort( $environments, static fn( array $one, array $other ): int => self::urgency( $one ) <=> self::urgency( $other ) );
		return $environments[0];
	}

	/**
	 * Says how long ago something was, or an empty text.
	 *
	 * @param string $at ISO 8601.
	 */
	public function ago( string $at ): string {
		$ms = $this->clock->now_ms() - self::ms( $at );
		return '' === $at ? '' : sprintf(
			/* translators: %s: a span of time, for example “4 min”. */
			__( '%s ago', 'headless-deploy' ),
			$ms < self::SECONDS_UNTIL_MS ? $this->seconds( intdiv( max( 0, $ms ), 1000 ) ) : human_time_diff( intdiv( self::ms( $at ), 1000 ), intdiv( $this->clock->now_ms(), 1000 ) ),
		);
	}

	/**
	 * Says what counts down.
	 *
	 * @param array<string, mixed> $run A pending run.
	 */
	private function counting( array $run ): string {
		$left = self::ms( $this->due( $run ) ) - $this->clock->now_ms();
		if ( $left <= 0 ) {
			return __( 'Sending', 'headless-deploy' );
		}
		/* translators: %d: number of minutes, abbreviated. */
		$time = $left > self::SECONDS_UNTIL_MS ? sprintf( __( '%d min', 'headless-deploy' ), (int) ceil( $left / 60_000 ) ) : $this->seconds( (int) ceil( $left / 1000 ) );
		return '' !== Entry::text( $run, 'nextAttemptAt' )
			/* translators: %s: time that is left, for example “8 s”. */
			? sprintf( __( 'Trying again in %s', 'headless-deploy' ), $time )
			/* translators: 1: an action, for example “Rebuild”, 2: time that is left, for example “8 s”. */
			: sprintf( __( '%1$s in %2$s', 'headless-deploy' ), Entry::action( Entry::text( $run, 'action' ) ), $time );
	}

	/**
	 * Says how many changes wait for a person.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	private function held( array $environment ): string {
		$count = (int) array_sum( array_map( static fn( array $one ): int => Entry::number( $one, 'changes' ), Entry::parts( $environment, 'pending' ) ) );
		/* translators: %d: number of changes. */
		return sprintf( _n( '%d unpublished change', '%d unpublished changes', $count, 'headless-deploy' ), $count );
	}

	/**
	 * Says what the last run came to.
	 *
	 * @param array<string, mixed> $last The last run, empty when there was none.
	 */
	private function at_rest( array $last ): string {
		$at   = Entry::text( $last, 'outcomeAt' );
		$news = '' !== $at && $this->clock->now_ms() - self::ms( $at ) < self::NEWS_MS;
		// Also where a page is gone: “Gone” beside an environment's name would frighten.
		$proven = in_array( Entry::text( $last, 'outcome' ), array( 'live', 'gone' ), true );
		$name   = Entry::text( Entry::part( $last, 'user' ), 'name' );
		return match ( true ) {
			array() === $last => __( 'Connected', 'headless-deploy' ),
			/* translators: %s: name of a person. */
			'cancelled' === Entry::text( $last, 'state' ) => '' === $name ? __( 'Canceled', 'headless-deploy' ) : sprintf( __( 'Canceled by %s', 'headless-deploy' ), $name ),
			/* translators: %s: a time, for example “40 s ago”. */
			$news && $proven                                => sprintf( __( 'Live %s', 'headless-deploy' ), $this->ago( $at ) ),
			$proven                                         => __( 'Up to date', 'headless-deploy' ),
			'purgeCache' === Entry::text( $last, 'action' ) => __( 'Cache purged', 'headless-deploy' ),
			default                                         => __( 'Accepted by the host', 'headless-deploy' ),
		};
	}

	/**
	 * Says that nothing is sent, and why.
	 *
	 * @param string $reason Why.
	 */
	private function paused( string $reason ): string {
		return match ( $reason ) {
			'copy'     => __( 'Paused: this is a copy', 'headless-deploy' ),
			'token'    => __( 'Paused: the token was refused', 'headless-deploy' ),
			'disabled' => __( 'Paused in wp-config.php', 'headless-deploy' ),
			'key'      => __( 'Paused: the stored token cannot be read', 'headless-deploy' ),
			'constant' => __( 'Paused: wp-config.php is wrong', 'headless-deploy' ),
			default    => __( 'Paused', 'headless-deploy' ),
		};
	}

	/**
	 * Counts seconds.
	 *
	 * @param int $count How many.
	 */
	private function seconds( int $count ): string {
		/* translators: %d: number of seconds, abbreviated. */
		return sprintf( __( '%d s', 'headless-deploy' ), $count );
	}

	/**
	 * Returns when a run is due, empty when it waits for a person.
	 *
	 * @param array<string, mixed> $run A pending run.
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
		$is_broken = in_array( Entry::text( Entry::part( $environment, 'paused' ), 'reason' ), array( 'token', 'key', 'constant' ), true );
		$place     = array_search( $is_broken ? 'failed' : Entry::text( $environment, 'state' ), self::URGENCY, true );
		return false === $place ? count( self::URGENCY ) : (int) $place;
	}

	/**
	 * Reads a time of the wire as milliseconds.
	 *
	 * @param string $at ISO 8601 with milliseconds.
	 */
	private static function ms( string $at ): int {
		return (int) strtotime( $at ) * 1000 + (int) substr( $at, 20, 3 );
	}
}
