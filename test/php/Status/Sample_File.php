<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Status\Save_Plan;

/**
 * Writes environments so that each fact stands once: a record contains what differs from the base of its kind, a state what
 * differs from an earlier state, and the progress of a save that an earlier state has too is a reference. test/panel/samples.ts reads it.
 */
final class Sample_File {
	private const COMMENT = 'What the status says of an environment in each state, to an administrator. A state contains what differs from the state `from`; a record in a field of `kinds`, what differs from its entry in `base`. “pending/sending” is the entry of `progress` with the stage “sending” of the state “pending”. Written and compared by test/php/Status/SaveProgressTest.php, read by the tests of the screens.';

	/** Fields that contain a record, or a list of records, of a kind. */
	private const KINDS = array(
		'lastRun'       => 'run',
		'sending'       => 'run',
		'otherLastRuns' => 'run',
		'pending'       => 'pendingRun',
		'reasons'       => 'reason',
		'attempts'      => 'attempt',
		'problem'       => 'problem',
		'actions'       => 'action',
		'steps'         => 'step',
		'progress'      => 'progress',
	);

	private const COLUMNS = 160;

	/** @var array<string, array<string, mixed>> By kind. */
	private array $base;

	/**
	 * @param array<string, array<string, mixed>> $states Environments as the status sends them.
	 * @param list<array<string, mixed>>          $runs   Runs as the log sends them.
	 */
	public function __construct( private array $states, private array $runs ) {
		$run        = $states['accepted']['lastRun'];
		$pending    = $states['pending'];
		$this->base = array(
			'run'        => $run,
			'pendingRun' => $pending['pending'][0],
			'reason'     => $pending['pending'][0]['reasons'][0],
			'attempt'    => $run['attempts'][0],
			'problem'    => $states['failed']['problem'],
			'action'     => $pending['actions'][1],
			'step'       => $pending['progress'][0]['steps'][1],
			'progress'   => $pending['progress'][1],
		);
	}

	public function json(): string {
		$states = array();
		foreach ( $this->states as $state => $environment ) {
			$states[ $state ] = $this->difference( $environment, array_intersect_key( $this->states, $states ) );
		}
		$base = array_map( fn( array $record ): array|\stdClass => $this->compacted( $record ), $this->base );
		$runs = array( 'runs' => $this->compacted( $this->runs, 'lastRun' ) );
		return self::formatted( array( '$comment' => self::COMMENT, 'kinds' => self::KINDS ) + self::texts() + array( 'base' => $base ) + $runs + array( 'states' => $states ) ) . "\n";
	}

	/**
	 * @return array<string, array<string, mixed>> Texts that no environment contains in each state.
	 */
	private static function texts(): array {
		$actions = array();
		foreach ( Action::cases() as $action ) {
			$actions[ $action->value ] = array( 'label' => $action->label(), 'now' => $action->now_label(), 'cancel' => $action->cancel_label(), 'accepted' => $action->accepted_text( 'Production' ) );
		}
		return array( 'actions' => $actions, 'noRun' => Save_Plan::no_run() );
	}

	/**
	 * @param  array<string, mixed>                $environment
	 * @param  array<string, array<string, mixed>> $earlier     By state.
	 * @return array<string, mixed>
	 */
	private function difference( array $environment, array $earlier ): array {
		$shortest = (array) $this->compacted( $environment );
		foreach ( $earlier as $state => $other ) {
			$different = array_filter( $environment, static fn( string $field ): bool => $environment[ $field ] !== $other[ $field ], ARRAY_FILTER_USE_KEY );
			if ( isset( $different['progress'] ) ) {
				$different['progress'] = array_map( static fn( array $entry ): array|string => self::reference( $entry, $earlier ) ?? $entry, $different['progress'] );
			}
			$shorter  = array( 'from' => $state ) + (array) $this->compacted( $different );
			$shortest = strlen( self::line( $shorter ) ) < strlen( self::line( $shortest ) ) ? $shorter : $shortest;
		}
		return $shortest;
	}

	/**
	 * @param array<string, mixed>                $entry
	 * @param array<string, array<string, mixed>> $earlier By state.
	 */
	private static function reference( array $entry, array $earlier ): ?string {
		foreach ( $earlier as $state => $other ) {
			$index = array_search( $entry['stage'], array_column( $other['progress'], 'stage' ), true );
			if ( false !== $index && $other['progress'][ $index ] === $entry ) {
				return "$state/{$entry['stage']}";
			}
		}
		return null;
	}

	/**
	 * @param  array<mixed>           $value
	 * @return array<mixed>|\stdClass
	 */
	private function compacted( array $value, string $field = '' ): array|\stdClass {
		$base  = array_is_list( $value ) ? array() : $this->base[ self::KINDS[ $field ] ?? '' ] ?? array();
		$short = array();
		foreach ( $value as $key => $item ) {
			if ( ! array_key_exists( $key, $base ) || $base[ $key ] !== $item ) {
				$short[ $key ] = is_array( $item ) ? $this->compacted( $item, is_int( $key ) ? $field : $key ) : $item;
			}
		}
		return array() === $short && array() !== $base ? new \stdClass() : $short;
	}

	/**
	 * Writes what fits on one line, and texts of any length, on one line.
	 */
	private static function formatted( mixed $value, string $name = '', string $indent = '' ): string {
		$line    = $name . self::line( $value );
		$is_text = is_array( $value ) && array( 'text' ) === array_keys( $value );
		if ( ! is_array( $value ) || $is_text || 4 * strlen( $indent ) + mb_strlen( $line ) < self::COLUMNS ) {
			return $line;
		}
		$items = array();
		foreach ( $value as $key => $item ) {
			$items[] = "$indent\t" . self::formatted( $item, is_int( $key ) ? '' : "\"$key\": ", "$indent\t" );
		}
		list( $open, $close ) = array_is_list( $value ) ? array( '[', ']' ) : array( '{', '}' );
		return "$name$open\n" . implode( ",\n", $items ) . "\n$indent$close";
	}

	private static function line( mixed $value ): string {
		if ( ! is_array( $value ) || array() === $value ) {
			return (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		}
		$items = array();
		foreach ( $value as $key => $item ) {
			$items[] = ( is_int( $key ) ? '' : "\"$key\": " ) . self::line( $item );
		}
		return array_is_list( $value ) ? '[' . implode( ', ', $items ) . ']' : '{ ' . implode( ', ', $items ) . ' }';
	}
}
