<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\General\Option_Names;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Stored_Reason;

/**
 * Searches the reasons of the newest changes. Their subjects are read by id, so that no table of WordPress is scanned.
 */
final class Search_Reasons {
	public const MAX_ROWS = 5_000;

	private const EVENTS = array(
		Change::PUBLISHED,
		Change::UPDATED,
		Change::SAVED,
		Change::UNPUBLISHED,
		Change::TRASHED,
		Change::DELETED,
		Change::CREATED,
		Change::CHANGED,
		Reason_Text::RESTORED,
		Reason_Text::MOVED,
	);

	/**
	 * Types whose sentence names no object.
	 */
	private const TYPES = array(
		Change::LOCATIONS,
		Change::STYLES,
		Change::THEME,
		Change::ACF,
		Change::REQUEST,
		Change::MISSED,
		Change::COMMENT,
	);

	public function __construct(
		private readonly string $search_text,
		private readonly int $max_rows = self::MAX_ROWS,
	) {}

	/**
	 * @param  list<int>                                                 $users Users who started runs.
	 * @return array{runs: list<int>, users: list<int>, since: int|null} Matching runs, matching users among those and the authors,
	 *                                                                   and since when changes were searched, in milliseconds; null for all.
	 */
	public function find( array $users ): array {
		$since    = $this->searched_since();
		$rows     = $this->rows( $since );
		$reasons  = array_merge( array(), ...array_column( $rows, 'reasons' ) );
		$subjects = new Search_Subjects( $this->search_text );
		$users    = $subjects->users( $users, $reasons );
		$matching = array(
			'subjects' => $subjects->subject_keys( $reasons ),
			'users'    => array_flip( $users ),
			'events'   => array_flip( $this->with_matching_text(
				self::EVENTS,
				static fn( string $event ): string => Reason_Text::sentence( $event, Change::POST, '', '' ),
			) ),
			'types' => array_flip( $this->with_matching_text(
				self::TYPES,
				static fn( string $type ): string => Reason_Text::sentence( '', $type, '', '' ),
			) ),
			'subtypes' => array_flip( $this->kinds() ),
		);
		$found = array();
		foreach ( $rows as $row ) {
			foreach ( $row['reasons'] as $reason ) {
				if ( $this->matches( $reason, $matching ) ) {
					$found[ $row['run'] ]          = true;
					$found[ $row['previous_run'] ] = true;
					break;
				}
			}
		}
		unset( $found[0] );
		return array(
			'runs'  => array_keys( $found ),
			'users' => $users,
			'since' => $since,
		);
	}

	/**
	 * @param  list<string>             $all
	 * @param  callable(string): string $text_of Returns the text that users see for one of them.
	 * @return list<string>
	 */
	private function with_matching_text( array $all, callable $text_of ): array {
		return array_values( array_filter( $all, fn( string $one ): bool => Search::contains( $text_of( $one ), $this->search_text ) ) );
	}

	/**
	 * @return list<string>
	 */
	private function kinds(): array {
		$kinds = array();
		$all   = array( ...array_values( get_post_types( array(), 'objects' ) ), ...array_values( get_taxonomies( array(), 'objects' ) ) );
		foreach ( $all as $kind ) {
			if ( Search::contains( (string) $kind->labels->singular_name, $this->search_text ) ) {
				$kinds[] = $kind->name;
			}
		}
		return $kinds;
	}

	private function searched_since(): ?int {
		global $wpdb;
		$last = Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT recorded_at FROM {$wpdb->headless_deploy_changes} WHERE blog_id = %d ORDER BY recorded_at DESC LIMIT 1 OFFSET %d",
			get_current_blog_id(),
			$this->max_rows,
		) )[0] ?? null;
		return null === $last ? null : (int) $last->recorded_at;
	}

	/**
	 * @return list<array{run: int, previous_run: int, reasons: list<Stored_Reason>}>
	 */
	private function rows( ?int $since ): array {
		global $wpdb;
		$rows = Queue_Reader::rows(
			(string) $wpdb->prepare(
				"SELECT run_id, previous_run_id, reasons FROM {$wpdb->headless_deploy_changes}
				WHERE blog_id = %d AND recorded_at >= %d AND ( run_id > 0 OR previous_run_id > 0 )
				ORDER BY recorded_at DESC LIMIT %d",
				get_current_blog_id(),
				$since ?? 0,
				$this->max_rows,
			),
		);
		return array_map(
			static fn( object $row ): array => array(
				'run'          => (int) $row->run_id,
				'previous_run' => (int) $row->previous_run_id,
				'reasons'      => Stored_Reason::list_of( (string) $row->reasons ),
			),
			$rows,
		);
	}

	/**
	 * @param array{subjects: array<string, true>, users: array<int, int>, events: array<string, int>, types: array<string, int>, subtypes: array<string, int>} $matching Keys of what matches.
	 */
	private function matches( Stored_Reason $reason, array $matching ): bool {
		return isset( $matching['subjects'][ Search_Subjects::key( $reason ) ] )
			|| isset( $matching['users'][ $reason->user ] )
			|| isset( $matching['events'][ Reason_Text::event( $reason ) ] )
			|| isset( $matching['types'][ $reason->type ] )
			|| isset( $matching['subtypes'][ $reason->subtype ] )
			|| Search::contains( $reason->name, $this->search_text )
			|| ( Change::OPTION === $reason->type && Search::contains( Option_Names::label( $reason->name ), $this->search_text ) );
	}
}
