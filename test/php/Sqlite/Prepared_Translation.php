<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Sqlite;

use PDO;
use PDOStatement;

final class Prepared_Translation {
	/**
	 * @param list<int> $used Places of the literals that it has parameters for.
	 */
	public function __construct(
		private readonly PDOStatement $statement,
		private readonly array $used,
	) {}

	public function run( Statement_Literals $literals ): Result {
		foreach ( $this->used as $place ) {
			$value = $literals->values[ $place ];
			$this->statement->bindValue( ":p$place", $value, is_int( $value ) ? PDO::PARAM_INT : PDO::PARAM_STR );
		}
		$this->statement->execute();
		$columns = $this->statement->columnCount();
		$result  = new Result( $columns, $this->statement->rowCount(), 0 === $columns ? array() : $this->statement->fetchAll( PDO::FETCH_ASSOC ) );
		$this->statement->closeCursor();
		return $result;
	}
}
