<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Runs\Run_Log;
use WP_Error;

/**
 * Reads what is known of the lanes of the current site. Of an environment that this site must not send to, for example
 * on a copy of the site, nothing counts: the original tells its users.
 */
final class Lane_Facts {
	public function __construct(
		private readonly Send_Policy $send_policy,
		private readonly Run_Log $log,
	) {}

	/**
	 * @throws Read_Failed
	 * @return array<string, Lane_Fact|null> By lane, as `environment/lane`; null where nothing new is known.
	 */
	public function read(): array {
		$permissions = $this->send_policy->all();
		$facts       = array();
		// An unfinished run follows the last one that ended, so it replaces it.
		foreach ( array( ...$this->log->last_of_lanes(), ...self::unfinished() ) as $run ) {
			$permission = $permissions[ $run->key->environment_id ] ?? null;
			if ( null !== $permission && ! $permission->is_blocked() ) {
				$facts[ $run->key->environment_id . '/' . $run->key->lane->value ] = Lane_Fact::of( $run );
			}
		}
		return $facts;
	}

	/**
	 * Returns why this site sends no message at all: it must not send to any of its environments.
	 *
	 * @throws Read_Failed
	 */
	public function refusal(): ?WP_Error {
		$permissions = $this->send_policy->all();
		$blocked     = array_filter( $permissions, static fn( Send_Permission $one ): bool => $one->is_blocked() );
		return count( $blocked ) < count( $permissions ) ? null : ( array_values( $blocked )[0] ?? null )?->error();
	}

	/**
	 * @throws Read_Failed
	 * @return list<Run_Record>
	 */
	private static function unfinished(): array {
		global $wpdb;
		$rows = Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT * FROM {$wpdb->headless_deploy_runs} WHERE status IN ('sending', 'retrying') AND blog_id = %d",
			get_current_blog_id(),
		) );
		return array_map( Run_Record::from_row( ... ), $rows );
	}
}
