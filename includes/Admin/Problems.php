<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Status\Scheduler_Status;
use HeadlessDeploy\Status\Status;

/**
 * Finds in the status what does not mend itself, and whom to tell. Each trouble has a signature, which changes when
 * something new happens.
 *
 * @phpstan-import-type Entry from Status
 * @phpstan-import-type Alarm_Clock from Scheduler_Status
 * @phpstan-type Trouble array{kind: string, signature: string, type: 'error'|'warning', text: string, url: string, link: string}
 */
final class Problems {
	/** Why nothing is sent until somebody mends it. */
	private const PAUSES = array( 'copy', 'token', 'key', 'constant' );

	/**
	 * @param Current_Status $status What is going on.
	 */
	public function __construct( private readonly Current_Status $status ) {}

	/**
	 * Returns what the current user can mend, each kind once.
	 *
	 * @return list<Trouble>
	 */
	public function all(): array {
		$status = $this->status->get();
		if ( null === $status ) {
			return array();
		}
		$found = current_user_can( Capabilities::MANAGE )
			? array( ...array_map( fn( string $reason ): ?array => $this->paused( $reason, $status['environments'] ), self::PAUSES ), $this->alarm( $status['scheduler'] ) )
			: array();
		return array_values( array_filter( array( ...$found, $this->failed( $status['environments'] ) ) ) );
	}

	/**
	 * Looks for environments that are paused for a reason. A copy that was confirmed is what somebody wants.
	 *
	 * @param  value-of<self::PAUSES> $reason
	 * @param  list<Entry>            $environments
	 * @return Trouble|null
	 */
	private function paused( string $reason, array $environments ): ?array {
		$facts  = array();
		$labels = array();
		foreach ( $environments as $environment ) {
			$paused = $environment['paused'];
			if ( ( $paused['reason'] ?? '' ) === $reason && true !== ( $paused['copy']['confirmed'] ?? false ) ) {
				$id            = $environment['id'];
				$facts[]       = $id . ( $paused['since'] ?? '' ) . ( 'copy' === $reason ? home_url() : '' );
				$labels[ $id ] = $environment['label'];
			}
		}
		return array() === $labels ? null : array(
			'kind'      => $reason,
			'signature' => self::sign( $facts ),
			'type'      => 'copy' === $reason ? 'warning' : 'error',
			'text'      => self::pause_in_words( $reason, wp_sprintf( '%l', array_values( $labels ) ) ),
		) + self::way_out( $reason, (string) array_key_first( $labels ) );
	}

	/**
	 * Says what is wrong and what to do.
	 *
	 * @param value-of<self::PAUSES> $reason Why nothing is sent.
	 * @param string                 $names  Names of the environments.
	 */
	private static function pause_in_words( string $reason, string $names ): string {
		return match ( $reason ) {
			/* translators: %s: names of environments. */
			'copy' => sprintf( __( 'The address of this site changed after %s was connected, so this site does not deploy. Confirm whether it is a copy or has moved.', 'headless-deploy' ), $names ),
			/* translators: %s: names of environments. */
			'token' => sprintf( __( 'The host no longer accepts the webhook URL of %s. Copy the current webhook URL from the hosting portal and paste it under Connections. Pending changes are kept.', 'headless-deploy' ), $names ),
			/* translators: %s: names of environments. */
			'key' => sprintf( __( 'The stored webhook URL of %s cannot be read because the encryption key changed. Restore the previous key, or paste the webhook URL again. Pending changes are kept.', 'headless-deploy' ), $names ),
			/* translators: %s: names of environments. */
			'constant' => sprintf( __( 'The entry of %s in HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not valid, so nothing is deployed. Connections shows the error. Pending changes are kept.', 'headless-deploy' ), $names ),
		};
	}

	/**
	 * Leads to where it is mended.
	 *
	 * @param  value-of<self::PAUSES>           $reason Why nothing is sent.
	 * @param  string                           $id     The first environment concerned.
	 * @return array{url: string, link: string}
	 */
	private static function way_out( string $reason, string $id ): array {
		return match ( $reason ) {
			'copy'     => array( 'url' => Page::urls()['overview'], 'link' => __( 'View details', 'headless-deploy' ) ),
			'constant' => array( 'url' => Page::urls()['connections'], 'link' => __( 'View details', 'headless-deploy' ) ),
			'token', 'key' => array( 'url' => Page::replace_url( $id ), 'link' => __( 'Replace the webhook URL', 'headless-deploy' ) ),
		};
	}

	/**
	 * Looks for runs that were given up. One that a new webhook URL mends is for those who may paste it.
	 *
	 * @param  list<Entry>  $environments
	 * @return Trouble|null
	 */
	private function failed( array $environments ): ?array {
		$facts = array();
		$texts = array();
		foreach ( $environments as $environment ) {
			$problem = $environment['problem'];
			$may     = true === ( $problem['needsNewUrl'] ?? false ) ? current_user_can( Capabilities::MANAGE ) : in_array( Action::Rebuild->value, $environment['can'], true );
			if ( 'failed' === $environment['state'] && null !== $problem && $may ) {
				$facts[] = $environment['id'] . ( $problem['run'] ?? '' );
				/* translators: 1: name of an environment, 2: why a run failed and what to do. */
				$texts[] = sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $environment['label'], $problem['message'] );
			}
		}
		return array() === $facts ? null : array(
			'kind'      => 'failed',
			'signature' => self::sign( $facts ),
			'type'      => 'error',
			'text'      => implode( ' ', $texts ),
			'url'       => Page::urls()['overview'],
			'link'      => __( 'View details', 'headless-deploy' ),
		);
	}

	/**
	 * Looks whether anybody wakes this site.
	 *
	 * @param  Alarm_Clock  $scheduler
	 * @return Trouble|null
	 */
	private function alarm( array $scheduler ): ?array {
		$overdue = $scheduler['overdueSince'] ?? '';
		if ( '' === $overdue && $scheduler['healthy'] ) {
			return null;
		}
		return array(
			'kind'      => 'alarm',
			'signature' => self::sign( array( $scheduler['lastRunAt'] ?? '', $overdue ) ),
			'type'      => 'warning',
			'text'      => __( 'WP-Cron runs only when the site has visitors, so changes may be deployed late. Add a line to the server’s crontab to fix this.', 'headless-deploy' ),
			'url'       => Page::urls()['connections'],
			'link'      => __( 'View details', 'headless-deploy' ),
		);
	}

	/**
	 * Makes a signature.
	 *
	 * @param list<string> $facts What it is about.
	 */
	private static function sign( array $facts ): string {
		return md5( implode( "\n", $facts ) );
	}
}
