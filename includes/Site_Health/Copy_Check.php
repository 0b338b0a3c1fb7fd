<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Permission;

/**
 * Looks whether this site is a copy of the one that was connected, or silenced; both send nothing.
 */
final class Copy_Check implements Check {
	public function __construct( private readonly Health_Facts $facts ) {}

	public function id(): string {
		return 'headless_deploy_copy';
	}

	public function label(): string {
		return __( 'Permission to deploy from this site', 'headless-deploy' );
	}

	public function run(): Result {
		$disabled = $this->labels( static fn( Send_Permission $permission ): bool => Pause_Reason::Disabled === $permission->pause?->reason );
		if ( array() !== $disabled ) {
			return ( new Result( Result::RECOMMENDED, __( 'Nothing is sent from this site', 'headless-deploy' ) ) )
				->add_text( __( 'HEADLESS_DEPLOY_DISABLED is set in wp-config.php. Changes are counted; they go out once it is removed. On a copy or a test site that is as it should be.', 'headless-deploy' ) );
		}
		$is_confirmed = static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->environment->paused?->reason;
		$open         = $this->labels( static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->pause?->reason && ! $is_confirmed( $permission ) );
		if ( array() !== $open ) {
			return $this->unconfirmed( $open );
		}
		$copies = $this->labels( static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->pause?->reason );
		if ( array() !== $copies ) {
			return ( new Result( Result::GOOD, __( 'This site is a copy, and sends nothing', 'headless-deploy' ) ) )
				->add_text( __( 'Somebody has confirmed that this is a copy. Changes are counted and not sent to:', 'headless-deploy' ) )
				->add_list( $copies )
				->add_link( __( 'See the connections', 'headless-deploy' ), 'connections' );
		}
		return ( new Result( Result::GOOD, __( 'This site may deploy', 'headless-deploy' ) ) )
			->add_text( __( 'It has the address that it was connected at. A copy at another address would send nothing.', 'headless-deploy' ) );
	}

	/**
	 * @param list<string> $labels
	 */
	private function unconfirmed( array $labels ): Result {
		return ( new Result( Result::CRITICAL, __( 'This site has another address than when it was connected', 'headless-deploy' ) ) )
			->add_text( __( 'It may be a copy, for example for staging, so nothing is sent until somebody says what it is. Changes are counted. Waiting:', 'headless-deploy' ) )
			->add_list( $labels )
			->add_text( __( 'Under Connections choose “This site moved” if this is the real site at its new address, or “This is a copy” if it is not: then it stays silent.', 'headless-deploy' ) )
			->add_link( __( 'Say what this site is', 'headless-deploy' ), 'connections' );
	}

	/**
	 * @param  callable( Send_Permission ): bool $matches
	 * @return list<string>
	 */
	private function labels( callable $matches ): array {
		return array_values( array_map( static fn( Send_Permission $permission ): string => $permission->environment->label, array_filter( $this->facts->permissions(), $matches ) ) );
	}
}
