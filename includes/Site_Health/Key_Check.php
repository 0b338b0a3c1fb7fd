<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Environments\Pause_Reason;

/**
 * Looks at the key that the tokens are encrypted with.
 */
final class Key_Check implements Check {
	private const MIN_KEY_BYTES = 32;

	/**
	 * @param Closure(): string $source     Tells where the key comes from, as `Secrets::key_source()`; reads the database.
	 * @param int               $key_length Length of HEADLESS_DEPLOY_ENCRYPTION_KEY in bytes.
	 */
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Closure $source,
		private readonly int $key_length,
	) {}

	public function id(): string {
		return 'headless_deploy_encryption_key';
	}

	public function label(): string {
		return __( 'Encryption of webhook tokens', 'headless-deploy' );
	}

	public function run(): Result {
		$unreadable = array();
		foreach ( $this->facts->permissions() as $permission ) {
			if ( Pause_Reason::Key === $permission->environment->paused?->reason ) {
				$unreadable[] = $permission->environment->label;
			}
		}
		if ( array() !== $unreadable ) {
			return $this->lost( $unreadable );
		}
		if ( 'none' === ( $this->source )() ) {
			return ( new Result( Result::GOOD, __( 'No webhook token is stored', 'headless-deploy' ) ) )
				->add_text( __( 'Nothing secret lies in the database, so there is nothing to encrypt.', 'headless-deploy' ) );
		}
		if ( 'constant' === ( $this->source )() && $this->key_length >= self::MIN_KEY_BYTES ) {
			return ( new Result( Result::GOOD, __( 'Webhook tokens are encrypted with a key of your own', 'headless-deploy' ) ) )
				->add_text( __( 'HEADLESS_DEPLOY_ENCRYPTION_KEY in wp-config.php keeps the key apart from the database. Keep a copy of it: without it the webhook URLs have to be pasted again.', 'headless-deploy' ) );
		}
		return $this->weak();
	}

	/**
	 * @param list<string> $labels
	 */
	private function lost( array $labels ): Result {
		return ( new Result( Result::CRITICAL, __( 'Webhook tokens cannot be read', 'headless-deploy' ) ) )
			->add_text( __( 'The key that they were encrypted with is gone: it was changed or removed in wp-config.php, or the database came from another site. Nothing is sent to:', 'headless-deploy' ) )
			->add_list( $labels )
			->add_text( __( 'Put the old key back, or paste the webhook URLs again under Connections. Waiting changes are kept.', 'headless-deploy' ) )
			->add_link( __( 'Paste the webhook URL again', 'headless-deploy' ), 'connections' );
	}

	private function weak(): Result {
		$why = 'generated' === ( $this->source )()
			? __( 'The key was made by the plugin and lies in the same database as what it encrypts. That hides the tokens from a casual look; whoever has the whole database can read them.', 'headless-deploy' )
			/* translators: %d: number of characters. */
			: sprintf( __( 'HEADLESS_DEPLOY_ENCRYPTION_KEY has fewer than %d characters, so it can be guessed.', 'headless-deploy' ), self::MIN_KEY_BYTES );
		return ( new Result( Result::RECOMMENDED, __( 'Webhook tokens should be encrypted with a key of your own', 'headless-deploy' ) ) )
			->add_text( $why, __( 'Add this line to wp-config.php and keep a copy of it. Its key is new and is stored nowhere else. Existing tokens are re-encrypted automatically.', 'headless-deploy' ) )
			->add_code( sprintf( "define( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '%s' );", bin2hex( random_bytes( self::MIN_KEY_BYTES ) ) ) );
	}
}
