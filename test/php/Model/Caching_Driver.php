<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PDO;
use WP_MySQL_On_SQLite;

/**
 * Caches the translations of the SQLite integration's driver, whose parser takes more than a millisecond for each
 * statement. Statements that differ only in their literals share a translation. Statements without a fixed form (SHOW,
 * SET, CREATE and the like) always go to the driver.
 */
final class Caching_Driver {
	/**
	 * By form; null where there is no fixed translation.
	 *
	 * @var array<string, Translation|null>
	 */
	private array $translations = array();

	/**
	 * Whether translations are remembered; otherwise the driver does everything, as on a real site.
	 */
	public bool $is_enabled = true;

	private bool $is_past = false;

	public function __construct( private readonly WP_MySQL_On_SQLite $driver ) {}

	/**
	 * @param mixed ...$mode How rows are fetched; wpdb wants objects.
	 */
	public function query( string $statement, mixed ...$mode ): object {
		if ( ! $this->is_enabled ) {
			$this->is_past = false;
			return $this->driver->query( $statement, ...$mode );
		}
		$literals = new Statement_Literals( $statement );
		if ( ! array_key_exists( $literals->form, $this->translations ) ) {
			$this->translations[ $literals->form ] = Translation::of( $literals, $this->driver );
		}
		$translation   = $this->translations[ $literals->form ];
		$this->is_past = null !== $translation;
		return null === $translation ? $this->driver->query( $statement, ...$mode ) : $translation->run( $literals );
	}

	public function lastInsertId(): string { // phpcs:ignore WordPress.NamingConventions.ValidFunctionName.MethodNameInvalid -- PDO and wpdb name it so.
		return (string) ( $this->is_past ? $this->driver->get_sqlite_pdo()->lastInsertId() : $this->driver->lastInsertId() );
	}

	public function quote( string $text, int $type = PDO::PARAM_STR ): string {
		return $this->driver->quote( $text, $type );
	}

	/**
	 * Hands everything else to the driver.
	 *
	 * @param list<mixed> $args
	 */
	public function __call( string $method, array $args ): mixed {
		return $this->driver->$method( ...$args );
	}
}
