import { BinaryOperationNode, ColumnNode, PostgresQueryCompiler, PrimitiveValueListNode, ReferenceNode, ValueListNode, ValueNode } from 'kysely'
import type { OperationNode } from 'kysely'

const WORD = /^[A-Z][A-Z_]*$/

/**
 * A comparison with true, false or a status stands in the statement's text, not among its values: a statement is planned once for every
 * value, and such a plan cannot use an index that holds only some rows. Statuses are few, so the texts stay few.
 */
// Kysely is extended by class alone
export class WordsInText extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const words = ownWords(node)
    super.visitBinaryOperation(words ? { ...node, rightOperand: words } : node)
  }
}

function ownWords({ leftOperand, rightOperand }: BinaryOperationNode): OperationNode | null {
  const isFew = isStatus(leftOperand)
    ? (value: unknown) => typeof value === 'string' && WORD.test(value)
    : (value: unknown) => typeof value === 'boolean'
  if (ValueNode.is(rightOperand)) return isFew(rightOperand.value) ? ValueNode.createImmediate(rightOperand.value) : null
  if (!PrimitiveValueListNode.is(rightOperand) || !rightOperand.values.every(isFew)) return null
  return ValueListNode.create(rightOperand.values.map((value) => ValueNode.createImmediate(value)))
}

const isStatus = (node: OperationNode): boolean => ReferenceNode.is(node) && ColumnNode.is(node.column) && node.column.column.name === 'status'
