<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Links;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Reads the statuses of all posts of an environment in one query: from its pending changes, and from those of its last
 * runs. A published post that none of them names is live.
 *
 * @phpstan-type Named array{status: Run_Status, event: string, run: int, at: int, lane: string}
 */
final class Page_Statuses {
	private const MAX_ROWS = 1_000;
	private const MAX_RUNS = 100;

	/** How far the modified time of a post may be from the time at which its change was recorded. */
	private const SLOW_SAVE_SECONDS = 10;

	/**
	 * The newest change of each post.
	 *
	 * @var array<int, Named>
	 */
	private array $named = array();

	/**
	 * Changes whose rows do not name all posts: an import saves thousands at once.
	 *
	 * @var list<array{at: int, named: Named}>
	 */
	private array $unnamed = array();

	private bool $is_complete = true;

	/**
	 * Finds the ids first, and reads only these rows: with the reasons, MariaDB would write each part to a table on disk.
	 *
	 * @throws Read_Failed
	 */
	public function __construct( string $environment_id ) {
		global $wpdb;
		$rows = Queue_Reader::rows(
			'SELECT c.id, c.lane, c.recorded_at, c.changes, c.reasons, c.run_id, c.previous_run_id, d.status, d.tracked_status, d.next_check_at'
			. ' FROM (' . implode( ' UNION ALL ', array( ...self::newest_waiting( $environment_id ), self::newest_sent( $environment_id ) ) ) . ') newest'
			. " JOIN {$wpdb->headless_deploy_changes} c ON c.id = newest.id"
			. " LEFT JOIN {$wpdb->headless_deploy_runs} d ON d.id = CASE WHEN c.run_id > 0 THEN c.run_id ELSE c.previous_run_id END",
		);
		usort( $rows, static fn( object $one, object $other ): int => (int) $other->id <=> (int) $one->id );
		$waiting           = array_filter( $rows, static fn( object $row ): bool => 0 === (int) $row->run_id );
		$this->is_complete = count( $waiting ) <= self::MAX_ROWS;
		// Each lane has as many at most, and they are read together.
		$passed = array_slice( $waiting, self::MAX_ROWS + 1, preserve_keys: true );
		array_map( $this->add( ... ), array_diff_key( $rows, $passed ) );
	}

	/**
	 * Returns a statement for each lane, so that the index gives the newest rows without reading others.
	 *
	 * @return list<string>
	 */
	private static function newest_waiting( string $environment_id ): array {
		global $wpdb;
		$limit = self::MAX_ROWS + 1;
		return array_map(
			static fn( Lane $lane ): string => "SELECT * FROM (SELECT id FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 AND "
				. Lane_Key::of( get_current_blog_id(), $environment_id, $lane )->condition() . " ORDER BY id DESC LIMIT $limit) $lane->value",
			Lane::cases(),
		);
	}

	private static function newest_sent( string $environment_id ): string {
		global $wpdb;
		return (string) $wpdb->prepare(
			"SELECT * FROM (SELECT c.id FROM (SELECT id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND environment_id = %s ORDER BY id DESC LIMIT %d) d"
			. " JOIN {$wpdb->headless_deploy_changes} c ON c.run_id = d.id ORDER BY c.id DESC LIMIT %d) sent",
			get_current_blog_id(),
			$environment_id,
			self::MAX_RUNS,
			self::MAX_ROWS,
		);
	}

	public function of( WP_Post $post ): Page_Status {
		$named      = $this->named[ $post->ID ] ?? $this->unnamed_change( $post );
		$is_public  = 'publish' === $post->post_status;
		$is_removal = null !== $named && in_array( $named['event'], Post_Page::REMOVAL_EVENTS, true );
		if ( null === $named || ( ! $is_public && ! $is_removal ) ) {
			return match ( true ) {
				! $is_public         => Page_Status::Not_On_Site,
				! $this->is_complete => Page_Status::Unknown,
				default              => Page_Status::Live,
			};
		}
		return match ( $named['status'] ) {
			Run_Status::Live     => $is_public ? Page_Status::Live : Page_Status::Not_On_Site,
			Run_Status::Accepted => $is_public ? Page_Status::Unconfirmed : Page_Status::Not_On_Site,
			Run_Status::Failed   => $is_public ? Page_Status::Failed : Page_Status::Removal_Failed,
			default              => $is_public ? Page_Status::Pending : Page_Status::Removal_Pending,
		};
	}

	/**
	 * Tells whether the front end can show the post already: not while its first publication is pending or failed.
	 */
	public function may_have_page( WP_Post $post ): bool {
		$event = $this->named[ $post->ID ]['event'] ?? '';
		return in_array( $this->of( $post ), array( Page_Status::Live, Page_Status::Unconfirmed ), true )
			|| in_array( $event, array( Change::UPDATED, Change::SAVED ), true );
	}

	/**
	 * Returns the run that failed; 0 for none.
	 */
	public function run( WP_Post $post ): int {
		return in_array( $this->of( $post ), array( Page_Status::Failed, Page_Status::Removal_Failed ), true )
			? $this->named[ $post->ID ]['run'] ?? 0
			: 0;
	}

	/**
	 * @param object&\stdClass $row
	 */
	private function add( object $row ): void {
		$status  = self::status( $row );
		$run     = (int) ( $row->run_id > 0 ? $row->run_id : $row->previous_run_id );
		$reasons = Stored_Reason::list_of( (string) $row->reasons );
		foreach ( $reasons as $reason ) {
			if ( Change::POST === $reason->type ) {
				$this->name(
					$reason->id,
					array(
						'status' => $status,
						'event'  => $reason->event,
						'run'    => $run,
						'at'     => $reason->at,
						'lane'   => (string) $row->lane,
					),
				);
			}
		}
		if ( count( $reasons ) < (int) $row->changes && ! in_array( $status, array( Run_Status::Live, Run_Status::Accepted ), true ) ) {
			$this->unnamed[] = array(
				'at'    => intdiv( (int) $row->recorded_at, 1000 ),
				'named' => array(
					'status' => $status,
					'event'  => Change::UPDATED,
					'run'    => $run,
					'at'     => (int) $row->recorded_at,
					'lane'   => (string) $row->lane,
				),
			);
		}
	}

	/**
	 * @param object&\stdClass $row
	 */
	private static function status( object $row ): Run_Status {
		$stored = Run_Status::of( (string) $row->status, (string) $row->tracked_status );
		if ( 0 === (int) $row->run_id ) {
			return Run_Status::Failed->value === $row->status ? Run_Status::Failed : Run_Status::Pending;
		}
		// Of a run that is no longer checked it is not positive.
		return Run_Status::Accepted === $stored && (int) $row->next_check_at > 0 ? Run_Status::Building : $stored;
	}

	/**
	 * A change that starts a refresh and a rebuild has two rows, and its page is live with the first of them.
	 *
	 * @param Named $named
	 */
	private function name( int $post, array $named ): void {
		$known = $this->named[ $post ] ?? null;
		if (
			null === $known
			|| ( $known['at'] === $named['at'] && $known['lane'] !== $named['lane'] && Run_Status::Live === $named['status'] )
		) {
			$this->named[ $post ] = $named;
		}
	}

	/**
	 * Finds a row that was recorded when the post was modified and that does not name all of its changes.
	 *
	 * @return Named|null
	 */
	private function unnamed_change( WP_Post $post ): ?array {
		$modified = (int) strtotime( $post->post_modified_gmt . ' UTC' );
		foreach ( $this->unnamed as $row ) {
			if ( abs( $row['at'] - $modified ) <= self::SLOW_SAVE_SECONDS ) {
				return $row['named'];
			}
		}
		return null;
	}
}
