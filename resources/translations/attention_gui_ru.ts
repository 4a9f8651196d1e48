<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru" sourcelanguage="en">
<context>
    <name>Content</name>
    <message>
        <source>Something went wrong in the program ({0}); nothing was lost.</source>
        <translation>В программе произошла ошибка ({0}); ничего не потеряно.</translation>
    </message>
</context>
<context>
    <name>ContributionsPanel</name>
    <message>
        <source>heads sum to {0} ✓</source>
        <translation>сумма голов равна {0} ✓</translation>
    </message>
    <message>
        <source>sum misses {0} by up to {1}</source>
        <translation>сумма отличается от {0} до {1}</translation>
    </message>
</context>
<context>
    <name>Controls</name>
    <message>
        <source>Controls</source>
        <translation>Управление</translation>
    </message>
    <message>
        <source>number of heads</source>
        <translation>число голов</translation>
    </message>
    <message>
        <source>number of key/value heads</source>
        <translation>число голов ключей и значений</translation>
    </message>
    <message>
        <source>shown head</source>
        <translation>показанная голова</translation>
    </message>
    <message>
        <source>shown sequence of the batch</source>
        <translation>показанная последовательность батча</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>more of the tool bar</source>
        <translation>остальная панель инструментов</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>без названия</translation>
    </message>
    <message>
        <source>Heads {0}</source>
        <translation>Голов: {0}</translation>
    </message>
    <message>
        <source>head {0}</source>
        <translation>голова {0}</translation>
    </message>
    <message>
        <source>batch {0}</source>
        <translation>батч {0}</translation>
    </message>
    <message>
        <source>K/V {0}</source>
        <translation>K/V: {0}</translation>
    </message>
    <message>
        <source>X, W given</source>
        <translation>заданы X, W</translation>
    </message>
    <message>
        <source>Q, K, V given</source>
        <translation>заданы Q, K, V</translation>
    </message>
    <message>
        <source>{0} · dₖ = {1} · dᵥ = {2}</source>
        <translation>{0} · dₖ = {1} · dᵥ = {2}</translation>
    </message>
</context>
<context>
    <name>CoordinateModel</name>
    <message>
        <source>coordinate</source>
        <translation>координата</translation>
    </message>
    <message>
        <source>analytic</source>
        <translation>аналитически</translation>
    </message>
    <message>
        <source>numeric</source>
        <translation>численно</translation>
    </message>
    <message>
        <source>|analytic − numeric|</source>
        <translation>|аналит. − числ.|</translation>
    </message>
    <message>
        <source>error as judged</source>
        <translation>оценённая ошибка</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>итог</translation>
    </message>
    <message>
        <source>Error as judged: |analytic − numeric| / max(1, |analytic|, |numeric|, ε / tolerance); ε bounds the rounding error of the difference.</source>
        <translation>Оценённая ошибка: |аналит. − числ.| / max(1, |аналит.|, |числ.|, ε / допуск); ε — граница ошибки округления разности.</translation>
    </message>
    <message>
        <source>✗ fails</source>
        <translation>✗ расходится</translation>
    </message>
    <message>
        <source>✓ both NaN</source>
        <translation>✓ оба NaN</translation>
    </message>
    <message>
        <source>✓ passes</source>
        <translation>✓ сходится</translation>
    </message>
    <message>
        <source>batch {0}: {1}</source>
        <translation>батч {0}: {1}</translation>
    </message>
</context>
<context>
    <name>CostStudy</name>
    <message>
        <source>Cost and memory</source>
        <translation>Вычисления и память</translation>
    </message>
    <message>
        <source>&amp;Tokens n</source>
        <translation>&amp;Токены n</translation>
    </message>
    <message>
        <source>number of tokens</source>
        <translation>число токенов</translation>
    </message>
    <message>
        <source>&amp;Width d</source>
        <translation>&amp;Ширина d</translation>
    </message>
    <message>
        <source>width of the model</source>
        <translation>ширина модели</translation>
    </message>
    <message>
        <source>&amp;Heads h</source>
        <translation>&amp;Головы h</translation>
    </message>
    <message>
        <source>number of heads</source>
        <translation>число голов</translation>
    </message>
    <message>
        <source>cost of a layer</source>
        <translation>затраты одного слоя</translation>
    </message>
    <message>
        <source>multiply-adds</source>
        <translation>умножения со сложением</translation>
    </message>
    <message>
        <source>work by number of tokens</source>
        <translation>объём вычислений в зависимости от числа токенов</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>байты</translation>
    </message>
    <message>
        <source>memory by number of tokens</source>
        <translation>память в зависимости от числа токенов</translation>
    </message>
    <message>
        <source>n, number of tokens</source>
        <translation>n, число токенов</translation>
    </message>
    <message>
        <source>Attention outweighs its projections from n = 2d = {0} tokens</source>
        <translation>Внимание дороже своих проекций, начиная с n = 2d = {0}</translation>
    </message>
    <message>
        <source>one layer of self-attention, n = {0}, d = {1}, h = {2}</source>
        <translation>один слой самовнимания, n = {0}, d = {1}, h = {2}</translation>
    </message>
    <message>
        <source>Attention takes O(n²d) time in one sequential step with paths of length 1; a recurrent layer O(nd²) in n steps with paths of length n (Vaswani et al. 2017, table 1). Twice the tokens, four times the work and memory; exact kernels that never store the matrix save memory, not work (Dao et al. 2022).</source>
        <translation>Вниманию нужно время O(n²d), один последовательный шаг и пути длины 1; рекуррентному слою — O(nd²), n шагов и пути длины n (Vaswani et al. 2017, табл. 1). Вдвое больше токенов — вчетверо больше вычислений и памяти; точные алгоритмы, которые не хранят матрицу целиком, экономят память, но не вычисления (Dao et al. 2022).</translation>
    </message>
    <message>
        <source>scores a head, n²</source>
        <translation>оценки одной головы, n²</translation>
    </message>
    <message>
        <source>weights of the layer, hn²</source>
        <translation>веса слоя, hn²</translation>
    </message>
    <message>
        <source>memory of the scores, 8hn² bytes</source>
        <translation>память для оценок, 8hn² байт</translation>
    </message>
    <message>
        <source>parameters, 4d²</source>
        <translation>параметры, 4d²</translation>
    </message>
    <message>
        <source>attention, 2n²d multiply-adds</source>
        <translation>внимание, 2n²d умножений</translation>
    </message>
    <message>
        <source>projections, 4nd² multiply-adds</source>
        <translation>проекции, 4nd² умножений</translation>
    </message>
    <message>
        <source>crossover, n = 2d</source>
        <translation>равенство, n = 2d</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>величина</translation>
    </message>
    <message>
        <source>number</source>
        <translation>число</translation>
    </message>
    <message>
        <source>attention 2n²d</source>
        <translation>внимание 2n²d</translation>
    </message>
    <message>
        <source>projections 4nd²</source>
        <translation>проекции 4nd²</translation>
    </message>
    <message>
        <source>scores 8hn²</source>
        <translation>оценки 8hn²</translation>
    </message>
    <message>
        <source>n = {0}</source>
        <translation>n = {0}</translation>
    </message>
    <message>
        <source>n = 2d = {0}</source>
        <translation>n = 2d = {0}</translation>
    </message>
</context>
<context>
    <name>DiagnosticsPanel</name>
    <message>
        <source>rows of the weights</source>
        <translation>строки весов</translation>
    </message>
    <message>
        <source>H in nats</source>
        <translation>H в натах</translation>
    </message>
</context>
<context>
    <name>DigitsBox</name>
    <message>
        <source>Digits {0}</source>
        <translation>Знаков: {0}</translation>
    </message>
    <message>
        <source>displayed decimals</source>
        <translation>число знаков после запятой</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>untitled</source>
        <translation>без названия</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Сохранить как</translation>
    </message>
    <message>
        <source>saved: {0}</source>
        <translation>сохранено: {0}</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Несохранённые изменения</translation>
    </message>
    <message>
        <source>Save the changes first?</source>
        <translation>Сохранить изменения?</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Сохранить</translation>
    </message>
    <message>
        <source>&amp;Don&apos;t save</source>
        <translation>&amp;Не сохранять</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Отмена</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Сценарии</translation>
    </message>
</context>
<context>
    <name>EmptyBoard</name>
    <message>
        <source>Every panel of the board is hidden. {0} shows them again.</source>
        <translation>Все панели доски скрыты. Показать их снова: {0}.</translation>
    </message>
</context>
<context>
    <name>ExplanationPanel</name>
    <message>
        <source>explanation of the selected cell</source>
        <translation>объяснение выбранной ячейки</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Объяснение</translation>
    </message>
    <message>
        <source>computation with numbers</source>
        <translation>вычисление с числами</translation>
    </message>
    <message>
        <source>unrounded: {0}</source>
        <translation>без округления: {0}</translation>
    </message>
    <message>
        <source>reads {0}</source>
        <translation>вычисляется из {0}</translation>
    </message>
    <message>
        <source>feeds {0}</source>
        <translation>входит в {0}</translation>
    </message>
    <message>
        <source>has a token or a feature in common</source>
        <translation>общий токен или признак</translation>
    </message>
</context>
<context>
    <name>FileChoice</name>
    <message>
        <source>“{0}” already exists. Replace it?</source>
        <translation>Файл «{0}» уже существует. Заменить его?</translation>
    </message>
    <message>
        <source>Files that are already in “{0}”: {1} ({2}). Replace them?</source>
        <translation>В папке «{0}» уже есть файлы: {1} ({2}). Заменить их?</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Отмена</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Заменить</translation>
    </message>
    <message>
        <source>Replace files</source>
        <translation>Замена файлов</translation>
    </message>
</context>
<context>
    <name>GradientWindow</name>
    <message>
        <source>Gradient check</source>
        <translation>Проверка градиентов</translation>
    </message>
    <message>
        <source>The numbers have changed since; run the check again.</source>
        <translation>С тех пор числа изменились; запустите проверку снова.</translation>
    </message>
    <message>
        <source>errors by input</source>
        <translation>ошибки по входам</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>&amp;Шаг</translation>
    </message>
    <message>
        <source>step of the difference</source>
        <translation>шаг разности</translation>
    </message>
    <message>
        <source>T&amp;olerance</source>
        <translation>&amp;Допуск</translation>
    </message>
    <message>
        <source>largest error that passes</source>
        <translation>наибольшая допустимая ошибка</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Пуск</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Отмена</translation>
    </message>
    <message>
        <source>progress of the check</source>
        <translation>ход проверки</translation>
    </message>
    <message>
        <source>&amp;Largest error</source>
        <translation>&amp;Наибольшая ошибка</translation>
    </message>
    <message>
        <source>gradient by every coordinate</source>
        <translation>градиент по каждой координате</translation>
    </message>
    <message>
        <source>Checking …</source>
        <translation>Идёт проверка …</translation>
    </message>
    <message>
        <source>Run compares every gradient with a central difference of the loss.</source>
        <translation>Каждый градиент сравнивается с центральной разностью функции потерь.</translation>
    </message>
    <message>
        <source>input</source>
        <translation>вход</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>проверено</translation>
    </message>
    <message>
        <source>largest difference</source>
        <translation>наибольшая разность</translation>
    </message>
    <message>
        <source>largest error as judged</source>
        <translation>наибольшая оценённая ошибка</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>итог</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>без названия</translation>
    </message>
    <message>
        <source>step {0}, tolerance {1}</source>
        <translation>шаг {0}, допуск {1}</translation>
    </message>
    <message>
        <source>✗ Cancelled; these inputs were finished</source>
        <translation>✗ Отменено; эти входы проверены</translation>
    </message>
    <message>
        <source>✓ All gradients pass as far as rounding can tell</source>
        <translation>✓ Все градиенты сходятся, насколько позволяет округление</translation>
    </message>
    <message>
        <source>✓ All gradients pass</source>
        <translation>✓ Все градиенты сходятся</translation>
    </message>
    <message>
        <source>✗ Some gradients fail</source>
        <translation>✗ Некоторые градиенты расходятся</translation>
    </message>
    <message>
        <source>✓ passes</source>
        <translation>✓ сходится</translation>
    </message>
    <message>
        <source>✗ fails</source>
        <translation>✗ расходится</translation>
    </message>
    <message>
        <source>The tolerance is below what rounding allows. Coordinates that pass only because their difference is within ε, here up to {0}: {1} of {2}.</source>
        <translation>Допуск меньше того, что позволяет округление. Координат, сошедшихся лишь в пределах ε (здесь до {0}): {1} из {2}.</translation>
    </message>
</context>
<context>
    <name>HeadPanel</name>
    <message>
        <source>head {0}</source>
        <translation>голова {0}</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>Keys</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>In a matrix</source>
        <translation>В матрице</translation>
    </message>
    <message>
        <source>In the explanation</source>
        <translation>В объяснении</translation>
    </message>
    <message>
        <source>On a token</source>
        <translation>На токене</translation>
    </message>
    <message>
        <source>On the board</source>
        <translation>На доске</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Стрелки</translation>
    </message>
    <message>
        <source>go to another cell</source>
        <translation>перейти в другую клетку</translation>
    </message>
    <message>
        <source>Enter, Tab</source>
        <translation>Enter, Tab</translation>
    </message>
    <message>
        <source>go down, go right; with Shift back</source>
        <translation>вниз, вправо; с Shift назад</translation>
    </message>
    <message>
        <source>Ctrl+Tab</source>
        <translation>Ctrl+Tab</translation>
    </message>
    <message>
        <source>go to the next matrix; with Shift back</source>
        <translation>перейти к следующей матрице; с Shift — назад</translation>
    </message>
    <message>
        <source>Ctrl+Home, Ctrl+End</source>
        <translation>Ctrl+Home, Ctrl+End</translation>
    </message>
    <message>
        <source>go to the first cell, to the last</source>
        <translation>перейти в первую ячейку, в последнюю</translation>
    </message>
    <message>
        <source>Digits, F2</source>
        <translation>Цифры, F2</translation>
    </message>
    <message>
        <source>type a new number, change the old one</source>
        <translation>ввести новое число, изменить прежнее</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>take back what is half-typed or dragged</source>
        <translation>отменить начатый ввод или перетаскивание</translation>
    </message>
    <message>
        <source>Shift+arrow keys</source>
        <translation>Shift+стрелки</translation>
    </message>
    <message>
        <source>select a range</source>
        <translation>выделить диапазон</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+Up, Alt+Down</translation>
    </message>
    <message>
        <source>change the number; with Shift finely</source>
        <translation>изменить число; с Shift тоньше</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+колесо</translation>
    </message>
    <message>
        <source>change the number with the keyboard; else zoom what is under the mouse</source>
        <translation>изменить число, на котором клавиатура; иначе — размер того, что под мышью</translation>
    </message>
    <message>
        <source>Zoom in a picture</source>
        <translation>Крупнее в картинке</translation>
    </message>
    <message>
        <source>bring its digits back</source>
        <translation>вернуть в неё цифры</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Пробел</translation>
    </message>
    <message>
        <source>block a masked score, or allow it again</source>
        <translation>закрыть оценку с маской или открыть снова</translation>
    </message>
    <message>
        <source>make it padding, or a token again</source>
        <translation>сделать его заполнением или снова токеном</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>rename it</source>
        <translation>переименовать его</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>удалить его</translation>
    </message>
    <message>
        <source>Drag a title</source>
        <translation>Тянуть за заголовок</translation>
    </message>
    <message>
        <source>move the panel within its section</source>
        <translation>передвинуть панель внутри раздела</translation>
    </message>
    <message>
        <source>Double-click a title</source>
        <translation>Двойной щелчок по заголовку</translation>
    </message>
    <message>
        <source>enlarge the panel, or go back</source>
        <translation>увеличить панель или вернуть доску</translation>
    </message>
    <message>
        <source>Right-click a panel</source>
        <translation>Правый щелчок по панели</translation>
    </message>
    <message>
        <source>hide, enlarge or move it</source>
        <translation>скрыть, увеличить или передвинуть</translation>
    </message>
    <message>
        <source>go back from the enlarged panel</source>
        <translation>вернуться от увеличенной панели</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>go to the next number, and preview its links</source>
        <translation>к следующему числу, со связями на доске</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>go to the cell of the number</source>
        <translation>к ячейке этого числа</translation>
    </message>
</context>
<context>
    <name>MaskPanel</name>
    <message>
        <source>click a cell</source>
        <translation>щёлкните ячейку</translation>
    </message>
    <message>
        <source>causal, from the first key</source>
        <translation>причинная, с первого ключа</translation>
    </message>
    <message>
        <source>causal, to the last key</source>
        <translation>причинная, до последнего ключа</translation>
    </message>
    <message>
        <source>hatched: blocked, plain: allowed</source>
        <translation>штриховка: закрыто, без неё: открыто</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>причинная</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>заполнение</translation>
    </message>
    <message>
        <source>window</source>
        <translation>окно</translation>
    </message>
    <message>
        <source>single cell</source>
        <translation>ячейка</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>открыто</translation>
    </message>
</context>
<context>
    <name>MatrixPanel</name>
    <message>
        <source>of “{0}”</source>
        <translation>для «{0}»</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«{0}»</translation>
    </message>
    <message>
        <source>(head {0})</source>
        <translation>(голова {0})</translation>
    </message>
    <message>
        <source>no allowed key: {0}</source>
        <translation>всё закрыто: {0}</translation>
    </message>
</context>
<context>
    <name>MeanPanel</name>
    <message>
        <source>average over heads</source>
        <translation>среднее по головам</translation>
    </message>
</context>
<context>
    <name>MenuTexts</name>
    <message>
        <source>Block the keys after the query</source>
        <translation>Закрыть ключи после запроса</translation>
    </message>
    <message>
        <source>Divide the raw scores by the root of a head&apos;s width</source>
        <translation>Разделить исходные оценки на корень из ширины головы</translation>
    </message>
    <message>
        <source>Scale {0}</source>
        <translation>Масштаб {0}</translation>
    </message>
    <message>
        <source>Causal, from the first key</source>
        <translation>Причинная, с первого ключа</translation>
    </message>
    <message>
        <source>Causal, to the last key</source>
        <translation>Причинная, до последнего ключа</translation>
    </message>
    <message>
        <source>&amp;Undo {0}</source>
        <translation>&amp;Отменить: {0}</translation>
    </message>
    <message>
        <source>&amp;Redo {0}</source>
        <translation>&amp;Повторить: {0}</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Отменить</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Повторить</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>&amp;Примеры</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>&amp;Экспорт</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Правка</translation>
    </message>
    <message>
        <source>&amp;Range</source>
        <translation>&amp;Диапазон</translation>
    </message>
    <message>
        <source>Round to</source>
        <translation>Округлить до</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>В&amp;нимание</translation>
    </message>
    <message>
        <source>Causal with m ≠ n starts at</source>
        <translation>Причинная маска при m ≠ n</translation>
    </message>
    <message>
        <source>A row with no allowed key yields</source>
        <translation>Строка без разрешённых ключей даёт</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Тема</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Язык</translation>
    </message>
    <message>
        <source>L&amp;ayout</source>
        <translation>&amp;Расположение</translation>
    </message>
    <message>
        <source>Hidden panels</source>
        <translation>Скрытые панели</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Инструменты</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Открыть…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Сохранить</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Сохранить &amp;как…</translation>
    </message>
    <message>
        <source>Selected panel…</source>
        <translation>Выбранная панель…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Выход</translation>
    </message>
    <message>
        <source>Add a token</source>
        <translation>Добавить токен</translation>
    </message>
    <message>
        <source>Remove the selected token</source>
        <translation>Удалить выбранный токен</translation>
    </message>
    <message>
        <source>Add a column to Q and K</source>
        <translation>Добавить столбец в Q и K</translation>
    </message>
    <message>
        <source>Remove the selected column of Q and K</source>
        <translation>Удалить выбранный столбец Q и K</translation>
    </message>
    <message>
        <source>Add a column to V</source>
        <translation>Добавить столбец в V</translation>
    </message>
    <message>
        <source>Remove the selected column of V</source>
        <translation>Удалить выбранный столбец V</translation>
    </message>
    <message>
        <source>Add a column to X</source>
        <translation>Добавить столбец в X</translation>
    </message>
    <message>
        <source>Remove the selected column of X</source>
        <translation>Удалить выбранный столбец X</translation>
    </message>
    <message>
        <source>Add a column to the source&apos;s X</source>
        <translation>Добавить столбец в X источника</translation>
    </message>
    <message>
        <source>Remove the selected column of the source&apos;s X</source>
        <translation>Удалить выбранный столбец X источника</translation>
    </message>
    <message>
        <source>Add a column to the output</source>
        <translation>Добавить столбец в выход</translation>
    </message>
    <message>
        <source>Remove the selected column of the output</source>
        <translation>Удалить выбранный столбец выхода</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Вырезать</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Копировать</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>В&amp;ставить</translation>
    </message>
    <message>
        <source>Set to 0</source>
        <translation>Обнулить</translation>
    </message>
    <message>
        <source>Select the whole matrix</source>
        <translation>Выделить всю матрицу</translation>
    </message>
    <message>
        <source>Fill with the current number</source>
        <translation>Заполнить текущим числом</translation>
    </message>
    <message>
        <source>Randomise</source>
        <translation>Случайные числа</translation>
    </message>
    <message>
        <source>Randomise with a seed…</source>
        <translation>Случайные числа с зерном…</translation>
    </message>
    <message>
        <source>whole numbers</source>
        <translation>целых</translation>
    </message>
    <message>
        <source>1 decimal</source>
        <translation>1 знака</translation>
    </message>
    <message>
        <source>2 decimals</source>
        <translation>2 знаков</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>Транспонировать</translation>
    </message>
    <message>
        <source>Identity matrix</source>
        <translation>Единичная матрица</translation>
    </message>
    <message>
        <source>More digits</source>
        <translation>Больше знаков</translation>
    </message>
    <message>
        <source>Fewer digits</source>
        <translation>Меньше знаков</translation>
    </message>
    <message>
        <source>Decimal point: 0.5</source>
        <translation>Десятичная точка: 0.5</translation>
    </message>
    <message>
        <source>Decimal comma: 0,5</source>
        <translation>Десятичная запятая: 0,5</translation>
    </message>
    <message>
        <source>Comma or point</source>
        <translation>Запятая или точка</translation>
    </message>
    <message>
        <source>Point only</source>
        <translation>Только точка</translation>
    </message>
    <message>
        <source>Comma only</source>
        <translation>Только запятая</translation>
    </message>
    <message>
        <source>Type in Q, K and V</source>
        <translation>Вводить Q, K и V</translation>
    </message>
    <message>
        <source>Self-attention</source>
        <translation>Самовнимание</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Перекрёстное внимание</translation>
    </message>
    <message>
        <source>Bias on the scores</source>
        <translation>Смещение оценок</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>Выходная проекция</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Причинная маска</translation>
    </message>
    <message>
        <source>Typed decimal sign</source>
        <translation>Десятичный знак при вводе</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Числа</translation>
    </message>
    <message>
        <source>All panels as PNG…</source>
        <translation>Все панели в PNG…</translation>
    </message>
    <message>
        <source>All panels as SVG…</source>
        <translation>Все панели в SVG…</translation>
    </message>
    <message>
        <source>All panels as PDF…</source>
        <translation>Все панели в PDF…</translation>
    </message>
    <message>
        <source>3 decimals</source>
        <translation>3 знаков</translation>
    </message>
    <message>
        <source>Compute them from X = Q with W = identity</source>
        <translation>Вычислять их из X = Q с единичными W</translation>
    </message>
    <message>
        <source>Compute them from X with the same numbers</source>
        <translation>Вычислять их из X с теми же числами</translation>
    </message>
    <message>
        <source>A bias for every head</source>
        <translation>Смещение для каждой головы</translation>
    </message>
    <message>
        <source>the first key</source>
        <translation>с первого ключа</translation>
    </message>
    <message>
        <source>the last key</source>
        <translation>до последнего ключа</translation>
    </message>
    <message>
        <source>Sliding window…</source>
        <translation>Скользящее окно…</translation>
    </message>
    <message>
        <source>Block single cells in the shown head only</source>
        <translation>Закрывать клетки только в показанной голове</translation>
    </message>
    <message>
        <source>Allow all single cells</source>
        <translation>Открыть все отдельные ячейки</translation>
    </message>
    <message>
        <source>Scale by a number…</source>
        <translation>Умножить на число…</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>нули</translation>
    </message>
    <message>
        <source>NaN (0/0)</source>
        <translation>NaN (0/0)</translation>
    </message>
    <message>
        <source>equal weights</source>
        <translation>равные веса</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светлая</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тёмная</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Для печати</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Крупнее</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Мельче</translation>
    </message>
    <message>
        <source>Fit the window</source>
        <translation>По размеру окна</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Во весь экран</translation>
    </message>
    <message>
        <source>Heads side by side</source>
        <translation>Головы рядом</translation>
    </message>
    <message>
        <source>Mask panel</source>
        <translation>Панель маски</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Диагностика</translation>
    </message>
    <message>
        <source>Every quantity</source>
        <translation>Все величины</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Обычное</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Прямой проход</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Градиенты</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Головы</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Всё</translation>
    </message>
    <message>
        <source>Lecture: four panels in large type</source>
        <translation>Лекция: четыре панели крупно</translation>
    </message>
    <message>
        <source>Enlarge this panel</source>
        <translation>Увеличить эту панель</translation>
    </message>
    <message>
        <source>Hide this panel</source>
        <translation>Скрыть эту панель</translation>
    </message>
    <message>
        <source>Move this panel forward</source>
        <translation>Передвинуть панель вперёд</translation>
    </message>
    <message>
        <source>Move this panel back</source>
        <translation>Передвинуть панель назад</translation>
    </message>
    <message>
        <source>Panels in their usual order</source>
        <translation>Обычный порядок панелей</translation>
    </message>
    <message>
        <source>Show all hidden panels</source>
        <translation>Показать все скрытые панели</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Клавиши</translation>
    </message>
    <message>
        <source>&amp;Gradient check…</source>
        <translation>Проверка &amp;градиентов…</translation>
    </message>
    <message>
        <source>Why divide by √dₖ…</source>
        <translation>Зачем делить на √dₖ…</translation>
    </message>
    <message>
        <source>Two scores, scaled and unscaled…</source>
        <translation>Две оценки с масштабом и без…</translation>
    </message>
    <message>
        <source>Swap two tokens…</source>
        <translation>Перестановка двух токенов…</translation>
    </message>
    <message>
        <source>Cost and memory…</source>
        <translation>Вычисления и память…</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Dismiss</source>
        <translation>Закрыть</translation>
    </message>
</context>
<context>
    <name>OrderStudy</name>
    <message>
        <source>Swap two tokens</source>
        <translation>Перестановка двух токенов</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>До перестановки</translation>
    </message>
    <message>
        <source>After the swap</source>
        <translation>После перестановки</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>запросы</translation>
    </message>
    <message>
        <source>&amp;Tokens</source>
        <translation>&amp;Токены</translation>
    </message>
    <message>
        <source>which tokens are swapped</source>
        <translation>какие токены переставить</translation>
    </message>
    <message>
        <source>&amp;Swap</source>
        <translation>&amp;Переставить</translation>
    </message>
    <message>
        <source>first token of the swap</source>
        <translation>первый токен перестановки</translation>
    </message>
    <message>
        <source>&amp;with</source>
        <translation>&amp;и</translation>
    </message>
    <message>
        <source>second token of the swap</source>
        <translation>второй токен перестановки</translation>
    </message>
    <message>
        <source>source</source>
        <translation>источник</translation>
    </message>
    <message>
        <source>(head {0})</source>
        <translation>(голова {0})</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>без названия</translation>
    </message>
    <message>
        <source>{0}: with one token there is nothing to swap</source>
        <translation>{0}: токен один, переставлять нечего</translation>
    </message>
    <message>
        <source>{0}: “{1}” stays; choose two different tokens</source>
        <translation>{0}: «{1}» остаётся; выберите два разных токена</translation>
    </message>
    <message>
        <source>{0}: “{1}” and “{2}” change places</source>
        <translation>{0}: «{1}» и «{2}» меняются местами</translation>
    </message>
    <message>
        <source>the causal mask</source>
        <translation>причинная маска</translation>
    </message>
    <message>
        <source>the sliding window</source>
        <translation>скользящее окно</translation>
    </message>
    <message>
        <source>blocked cells</source>
        <translation>закрытые ячейки</translation>
    </message>
    <message>
        <source>the bias</source>
        <translation>смещение</translation>
    </message>
    <message>
        <source>largest deviation: weights {0}, outputs {1}</source>
        <translation>наибольшее отклонение: веса {0}, выходы {1}</translation>
    </message>
    <message>
        <source>✓ The marked rows and columns have moved, and nothing else has changed</source>
        <translation>✓ Переместились только отмеченные строки и столбцы, больше ничего не изменилось</translation>
    </message>
    <message>
        <source>✓ Nothing else has changed here, though it could; bound to places: {0}</source>
        <translation>✓ Больше ничего не изменилось, хотя могло бы; к местам привязаны: {0}</translation>
    </message>
    <message>
        <source>✗ More than places has changed; bound to places, not to tokens: {0}</source>
        <translation>✗ Изменились не только места; к местам, а не к токенам привязаны: {0}</translation>
    </message>
    <message>
        <source>✗ More than places has changed, by rounding</source>
        <translation>✗ Изменились не только места: сказалось округление</translation>
    </message>
    <message>
        <source>Attention(ΠX) = Π Attention(X) without a mask: attention sees a set of tokens, and their order only through positions in X (Vaswani et al. 2017, §3.5). A causal mask breaks it. ↕ and outlines mark what has moved.</source>
        <translation>Без маски Attention(ΠX) = Π Attention(X): внимание видит множество токенов, а их порядок — только через позиции в X (Vaswani et al. 2017, §3.5). Причинная маска это нарушает. Знак ↕ и рамки отмечают то, что переместилось.</translation>
    </message>
</context>
<context>
    <name>PictureExport</name>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>exported: {0}</source>
        <translation>экспортировано: {0}</translation>
    </message>
    <message>
        <source>Export all panels</source>
        <translation>Экспорт всех панелей</translation>
    </message>
    <message>
        <source>exported to “{0}”, files: {1}</source>
        <translation>экспортировано в «{0}», файлов: {1}</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Папка:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>&amp;Тип файлов:</translation>
    </message>
</context>
<context>
    <name>RangeCommands</name>
    <message>
        <source>random numbers, seed {0}</source>
        <translation>случайные числа, зерно {0}</translation>
    </message>
    <message>
        <source>Randomise</source>
        <translation>Случайные числа</translation>
    </message>
    <message>
        <source>Seed (the same one gives the same numbers again)</source>
        <translation>Зерно (то же даёт снова те же числа)</translation>
    </message>
    <message>
        <source>copied {0}</source>
        <translation>скопировано {0}</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Вставить</translation>
    </message>
    <message>
        <source>tokens: {0}</source>
        <translation>токены: {0}</translation>
    </message>
    <message>
        <source>columns of every head: {0}</source>
        <translation>столбцы каждой головы: {0}</translation>
    </message>
    <message>
        <source>{0} × {1} numbers were copied, and there is room for {2} × {3}.

Yes: make room by adding {4}, in every matrix that shares them.
No: paste only what fits.</source>
        <translation>Скопировано чисел: {0} × {1}, а места — {2} × {3}.

Да: добавить {4} во все матрицы, где они есть.
Нет: вставить только то, что поместится.</translation>
    </message>
</context>
<context>
    <name>ScaleSlider</name>
    <message>
        <source>Back to 1/√dₖ</source>
        <translation>Вернуть 1/√dₖ</translation>
    </message>
    <message>
        <source>double click: back to 1/√dₖ</source>
        <translation>двойной щелчок: вернуть 1/√dₖ</translation>
    </message>
    <message>
        <source>scale {0}, back to 1/√dₖ</source>
        <translation>масштаб {0}, вернуть 1/√dₖ</translation>
    </message>
    <message>
        <source>scale, from {0} to {1} times 1/√dₖ</source>
        <translation>масштаб: от {0} до {1} от 1/√dₖ</translation>
    </message>
</context>
<context>
    <name>ScalingStudy</name>
    <message>
        <source>Why divide by √dₖ</source>
        <translation>Зачем делить на √dₖ</translation>
    </message>
    <message>
        <source>&amp;Keys n</source>
        <translation>&amp;Ключи n</translation>
    </message>
    <message>
        <source>number of keys</source>
        <translation>число ключей</translation>
    </message>
    <message>
        <source>&amp;Trials</source>
        <translation>Оп&amp;ыты</translation>
    </message>
    <message>
        <source>number of trials</source>
        <translation>число опытов</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Зерно</translation>
    </message>
    <message>
        <source>seed of the random numbers</source>
        <translation>зерно случайных чисел</translation>
    </message>
    <message>
        <source>&amp;Widths dₖ</source>
        <translation>&amp;Ширина dₖ</translation>
    </message>
    <message>
        <source>widths of a head</source>
        <translation>ширина головы</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Пуск</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Отмена</translation>
    </message>
    <message>
        <source>progress of the study</source>
        <translation>ход вычислений</translation>
    </message>
    <message>
        <source>means over the trials</source>
        <translation>средние по опытам</translation>
    </message>
    <message>
        <source>largest weight</source>
        <translation>наибольший вес</translation>
    </message>
    <message>
        <source>1 − Σα², the trace of the Jacobian</source>
        <translation>1 − Σα², след якобиана</translation>
    </message>
    <message>
        <source>{0} against dₖ</source>
        <translation>{0} в зависимости от dₖ</translation>
    </message>
    <message>
        <source>dₖ, width of a head</source>
        <translation>dₖ, ширина головы</translation>
    </message>
    <message>
        <source>keys n = {0}, trials a width: {1}, seed {2}; means</source>
        <translation>ключи: n = {0}; опытов на каждую ширину: {1}; зерно {2}; средние</translation>
    </message>
    <message>
        <source>Cancelled; the numbers below are those from before.</source>
        <translation>Отменено; ниже — прежние числа.</translation>
    </message>
    <message>
        <source>What dividing by √dₖ does to the softmax</source>
        <translation>Что деление на √dₖ делает с softmax</translation>
    </message>
    <message>
        <source>If the components of q and k are independent with mean 0 and variance 1, Var(q·k) = dₖ (Vaswani et al. 2017, §3.2.1, note 4): an argument under assumptions, not a theorem about every row. dₖ is the width of one head. 1 − Σα² is 1 − 1/n for uniform weights and 0 for one-hot ones.</source>
        <translation>Если компоненты q и k независимы, имеют среднее 0 и дисперсию 1, то Var(q·k) = dₖ (Vaswani et al. 2017, §3.2.1, примеч. 4): это довод при таких допущениях, а не теорема о каждой строке. dₖ — ширина одной головы. Величина 1 − Σα² равна 1 − 1/n для равных весов и 0, когда весь вес у одного ключа.</translation>
    </message>
    <message>
        <source>dₖ</source>
        <translation>dₖ</translation>
    </message>
    <message>
        <source>std of
q·k</source>
        <translation>ст. откл.
q·k</translation>
    </message>
    <message>
        <source>largest α
unscaled</source>
        <translation>макс. α
без √dₖ</translation>
    </message>
    <message>
        <source>largest α
scaled</source>
        <translation>макс. α
с √dₖ</translation>
    </message>
    <message>
        <source>1 − Σα²
unscaled</source>
        <translation>1 − Σα²
без √dₖ</translation>
    </message>
    <message>
        <source>1 − Σα²
scaled</source>
        <translation>1 − Σα²
с √dₖ</translation>
    </message>
    <message>
        <source>unscaled</source>
        <translation>без деления</translation>
    </message>
    <message>
        <source>divided by √dₖ</source>
        <translation>с делением на √dₖ</translation>
    </message>
</context>
<context>
    <name>SheetModel</name>
    <message>
        <source>{0} to {1}</source>
        <translation>от {0} к {1}</translation>
    </message>
    <message>
        <source>blocked: {0}</source>
        <translation>закрыто: {0}</translation>
    </message>
</context>
<context>
    <name>Shelves</name>
    <message>
        <source>Inputs</source>
        <translation>Входы</translation>
    </message>
    <message>
        <source>Projections</source>
        <translation>Проекции</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Прямой проход</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Головы</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Диагностика</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Обратный проход</translation>
    </message>
    <message>
        <source>Source tokens</source>
        <translation>Источник</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токены</translation>
    </message>
    <message>
        <source>{0} (click: padding)</source>
        <translation>{0} (щелчок: заполнение)</translation>
    </message>
    <message>
        <source>Query tokens</source>
        <translation>Токены запросов</translation>
    </message>
</context>
<context>
    <name>SoftmaxPanel</name>
    <message>
        <source>softmax of the row</source>
        <translation>softmax строки</translation>
    </message>
    <message>
        <source>no allowed key: {0}</source>
        <translation>всё закрыто: {0}</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>weights of the row as bars</source>
        <translation>веса строки в виде столбиков</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>loss Σ {0} {1} = {2}</source>
        <translation>функция потерь Σ {0} {1} = {2}</translation>
    </message>
    <message>
        <source>tokens: {0}</source>
        <translation>токены: {0}</translation>
    </message>
    <message>
        <source>query tokens: {0}, source tokens: {1}</source>
        <translation>токены запросов: {0}, источника: {1}</translation>
    </message>
    <message>
        <source>{0} · scores {1} × {2}</source>
        <translation>{0} · оценки {1} × {2}</translation>
    </message>
    <message>
        <source>no row has an allowed key</source>
        <translation>ни в одной строке нет разрешённых ключей</translation>
    </message>
    <message>
        <source>rows sum to 1 ✓</source>
        <translation>суммы строк равны 1 ✓</translation>
    </message>
    <message>
        <source>rows miss 1 by up to {0}</source>
        <translation>суммы строк отличаются от 1 до {0}</translation>
    </message>
    <message>
        <source> · rows with no allowed key: {0}</source>
        <translation> · строки без разрешённых ключей: {0}</translation>
    </message>
</context>
<context>
    <name>Study</name>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Экспорт…</translation>
    </message>
    <message>
        <source>Save the figure as PNG, SVG or PDF</source>
        <translation>Сохранить рисунок в PNG, SVG или PDF</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>exported: {0}</source>
        <translation>экспортировано: {0}</translation>
    </message>
</context>
<context>
    <name>Switches</name>
    <message>
        <source>Sliding window</source>
        <translation>Скользящее окно</translation>
    </message>
    <message>
        <source>Keys that a query reads on each side, itself included (0: all)</source>
        <translation>Сколько ключей запрос читает с каждой стороны, считая себя (0 — все)</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Масштаб</translation>
    </message>
    <message>
        <source>What multiplies the raw scores (more than 0)</source>
        <translation>На что умножить исходные оценки (больше 0)</translation>
    </message>
</context>
<context>
    <name>TokenBar</name>
    <message>
        <source>Add a token</source>
        <translation>Добавить токен</translation>
    </message>
    <message>
        <source>token {0}</source>
        <translation>токен {0}</translation>
    </message>
    <message>
        <source>{0}: right click to rename or remove</source>
        <translation>{0}: щёлкните правой кнопкой, чтобы переименовать или удалить</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>заполнение</translation>
    </message>
    <message>
        <source>not padding</source>
        <translation>не заполнение</translation>
    </message>
    <message>
        <source>token {0}, {1}</source>
        <translation>токен {0}, {1}</translation>
    </message>
    <message>
        <source>{0}: {1}. Click to change; right click for more.</source>
        <translation>{0}: {1}. Щёлкните, чтобы изменить; правой кнопкой — другие действия.</translation>
    </message>
    <message>
        <source>new name of {0}</source>
        <translation>новое имя для {0}</translation>
    </message>
</context>
<context>
    <name>TwoScoresStudy</name>
    <message>
        <source>Two scores, scaled and unscaled</source>
        <translation>Две оценки с масштабом и без</translation>
    </message>
    <message>
        <source>Score &amp;0</source>
        <translation>Оценка &amp;0</translation>
    </message>
    <message>
        <source>Score &amp;1</source>
        <translation>Оценка &amp;1</translation>
    </message>
    <message>
        <source>score of key 0</source>
        <translation>оценка ключа 0</translation>
    </message>
    <message>
        <source>score of key 1</source>
        <translation>оценка ключа 1</translation>
    </message>
    <message>
        <source>&amp;Factor</source>
        <translation>&amp;Множитель</translation>
    </message>
    <message>
        <source>what multiplies the scores</source>
        <translation>на что умножаются оценки</translation>
    </message>
    <message>
        <source>scores and weights</source>
        <translation>оценки и веса</translation>
    </message>
    <message>
        <source>Jacobian, unscaled</source>
        <translation>якобиан без масштаба</translation>
    </message>
    <message>
        <source>Jacobian, scaled</source>
        <translation>якобиан с масштабом</translation>
    </message>
    <message>
        <source>unscaled</source>
        <translation>без масштаба</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>с масштабом</translation>
    </message>
    <message>
        <source>∂αⱼ/∂sₗ {0}</source>
        <translation>∂αⱼ/∂sₗ {0}</translation>
    </message>
    <message>
        <source>α {0}, key 0 above key 1</source>
        <translation>α {0}, ключ 0 вверху</translation>
    </message>
    <message>
        <source>Scores are divided by √dₖ (Vaswani et al. 2017, §3.2.1); {0} is 1/√2, as for dₖ = 2. The Jacobian of the softmax is ∂αⱼ/∂sₗ = αⱼ(δⱼₗ − αₗ); its trace 1 − Σα² is 0 when one key has all the weight: then no gradient reaches the scores.</source>
        <translation>Оценки делят на √dₖ (Vaswani et al. 2017, §3.2.1); {0} — это 1/√2, как при dₖ = 2. Якобиан softmax: ∂αⱼ/∂sₗ = αⱼ(δⱼₗ − αₗ); его след 1 − Σα² равен 0, когда весь вес у одного ключа: тогда градиент до оценок не доходит.</translation>
    </message>
    <message>
        <source>weights as bars, key 0 above</source>
        <translation>веса в виде столбиков, ключ 0 вверху</translation>
    </message>
    <message>
        <source>Two scores and their weights, without and with a factor</source>
        <translation>Две оценки и их веса без множителя и с множителем</translation>
    </message>
    <message>
        <source>scores {0} and {1}, multiplied by {2}</source>
        <translation>оценки {0} и {1}, множитель {2}</translation>
    </message>
    <message>
        <source>key</source>
        <translation>ключ</translation>
    </message>
    <message>
        <source>score</source>
        <translation>оценка</translation>
    </message>
    <message>
        <source>α unscaled</source>
        <translation>α без
масштаба</translation>
    </message>
    <message>
        <source>α scaled</source>
        <translation>α с
масштабом</translation>
    </message>
    <message>
        <source>trace 1 − Σα² = {0}</source>
        <translation>след 1 − Σα² = {0}</translation>
    </message>
</context>
<context>
    <name>_Chip</name>
    <message>
        <source>Rename…	F2</source>
        <translation>Переименовать…	F2</translation>
    </message>
    <message>
        <source>Insert a token before</source>
        <translation>Вставить токен перед этим</translation>
    </message>
    <message>
        <source>Remove	Del</source>
        <translation>Удалить	Del</translation>
    </message>
</context>
<context>
    <name>catalogue</name>
    <message>
        <source>$scaled</source>
        <translation>$scaled</translation>
    </message>
    <message>
        <source>+ B, mask</source>
        <translation>+ B, маска</translation>
    </message>
    <message>
        <source>=</source>
        <translation>=</translation>
    </message>
    <message>
        <source>Aᵀ ×</source>
        <translation>Aᵀ ×</translation>
    </message>
    <message>
        <source>Cᵀ ×</source>
        <translation>Cᵀ ×</translation>
    </message>
    <message>
        <source>Xᵀ ×</source>
        <translation>Xᵀ ×</translation>
    </message>
    <message>
        <source>Xₛᵀ ×</source>
        <translation>Xₛᵀ ×</translation>
    </message>
    <message>
        <source>average of the weights over heads</source>
        <translation>среднее весов по головам</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>смещение</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>причинная маска</translation>
    </message>
    <message>
        <source>concatenate</source>
        <translation>соединить</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>отдельная ячейка</translation>
    </message>
    <message>
        <source>each head&apos;s contribution to the output</source>
        <translation>вклад каждой головы в выход</translation>
    </message>
    <message>
        <source>exponentials</source>
        <translation>экспоненты</translation>
    </message>
    <message>
        <source>gradient by head outputs</source>
        <translation>градиент по выходам голов</translation>
    </message>
    <message>
        <source>gradient by heads side by side</source>
        <translation>градиент по конкатенации голов</translation>
    </message>
    <message>
        <source>gradient by inputs</source>
        <translation>градиент по входам</translation>
    </message>
    <message>
        <source>gradient by key projection</source>
        <translation>градиент по проекции ключей</translation>
    </message>
    <message>
        <source>gradient by keys</source>
        <translation>градиент по ключам</translation>
    </message>
    <message>
        <source>gradient by output projection</source>
        <translation>градиент по выходной проекции</translation>
    </message>
    <message>
        <source>gradient by queries</source>
        <translation>градиент по запросам</translation>
    </message>
    <message>
        <source>gradient by query projection</source>
        <translation>градиент по проекции запросов</translation>
    </message>
    <message>
        <source>gradient by raw scores</source>
        <translation>градиент по исходным оценкам</translation>
    </message>
    <message>
        <source>gradient by scaled scores</source>
        <translation>градиент по масштабированным оценкам</translation>
    </message>
    <message>
        <source>gradient by source inputs</source>
        <translation>градиент по входам источника</translation>
    </message>
    <message>
        <source>gradient by value projection</source>
        <translation>градиент по проекции значений</translation>
    </message>
    <message>
        <source>gradient by values</source>
        <translation>градиент по значениям</translation>
    </message>
    <message>
        <source>gradient by weights</source>
        <translation>градиент по весам внимания</translation>
    </message>
    <message>
        <source>head outputs</source>
        <translation>выходы голов</translation>
    </message>
    <message>
        <source>heads side by side</source>
        <translation>конкатенация голов</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>входы</translation>
    </message>
    <message>
        <source>key projection</source>
        <translation>проекция ключей</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>ключи</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>функция потерь</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>маска</translation>
    </message>
    <message>
        <source>masked scores</source>
        <translation>оценки с маской</translation>
    </message>
    <message>
        <source>Aᵀ ×, Σ within group</source>
        <translation>Aᵀ ×, Σ по группе</translation>
    </message>
    <message>
        <source>exp(· − m)</source>
        <translation>exp(· − m)</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>выходная проекция</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>выходы</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>заполнение</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>запросы</translation>
    </message>
    <message>
        <source>query projection</source>
        <translation>проекция запросов</translation>
    </message>
    <message>
        <source>raw scores</source>
        <translation>исходные оценки</translation>
    </message>
    <message>
        <source>row entropy in nats</source>
        <translation>энтропия строки в натах</translation>
    </message>
    <message>
        <source>row maximum</source>
        <translation>максимум строки</translation>
    </message>
    <message>
        <source>row sum</source>
        <translation>сумма строки</translation>
    </message>
    <message>
        <source>row sum of the weights</source>
        <translation>сумма строки весов</translation>
    </message>
    <message>
        <source>rows with no allowed key</source>
        <translation>строки без разрешённых ключей</translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation>масштабированные оценки</translation>
    </message>
    <message>
        <source>softmax Jacobian</source>
        <translation>якобиан softmax</translation>
    </message>
    <message>
        <source>softmax backward</source>
        <translation>назад через softmax</translation>
    </message>
    <message>
        <source>source inputs</source>
        <translation>входы источника</translation>
    </message>
    <message>
        <source>split</source>
        <translation>разделить</translation>
    </message>
    <message>
        <source>trace of the softmax Jacobian</source>
        <translation>след якобиана softmax</translation>
    </message>
    <message>
        <source>transpose, × Q</source>
        <translation>транспонировать, × Q</translation>
    </message>
    <message>
        <source>upstream gradient</source>
        <translation>входящий градиент</translation>
    </message>
    <message>
        <source>value projection</source>
        <translation>проекция значений</translation>
    </message>
    <message>
        <source>value terms</source>
        <translation>взвешенные значения</translation>
    </message>
    <message>
        <source>values</source>
        <translation>значения</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>веса внимания</translation>
    </message>
    <message>
        <source>window</source>
        <translation>окно</translation>
    </message>
    <message>
        <source>transpose, × Q, Σ within group</source>
        <translation>транспонировать, × Q, Σ по группе</translation>
    </message>
    <message>
        <source>× K</source>
        <translation>× K</translation>
    </message>
    <message>
        <source>× Kᵀ</source>
        <translation>× Kᵀ</translation>
    </message>
    <message>
        <source>× V</source>
        <translation>× V</translation>
    </message>
    <message>
        <source>× Vᵀ</source>
        <translation>× Vᵀ</translation>
    </message>
    <message>
        <source>× W_O</source>
        <translation>× W_O</translation>
    </message>
    <message>
        <source>× W_Oᵀ</source>
        <translation>× W_Oᵀ</translation>
    </message>
    <message>
        <source>× Wᵀ</source>
        <translation>× Wᵀ</translation>
    </message>
    <message>
        <source>× Ȳ, Σ</source>
        <translation>× Ȳ, Σ</translation>
    </message>
    <message>
        <source>÷ Z</source>
        <translation>÷ Z</translation>
    </message>
    <message>
        <source>Σⱼ</source>
        <translation>Σⱼ</translation>
    </message>
</context>
<context>
    <name>edit</name>
    <message>
        <source>Set {0}</source>
        <translation>изменение {0}</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Изменить</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Обнулить</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Вырезать</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Заполнить</translation>
    </message>
    <message>
        <source>Identity in</source>
        <translation>Единичная матрица</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Вставить</translation>
    </message>
    <message>
        <source>Randomise</source>
        <translation>Случайные числа</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Округлить</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Подвинуть</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>Транспонировать</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0} {1}×{2} numbers at {3}</source>
        <translation>{0}: {1}×{2} от {3}</translation>
    </message>
    <message>
        <source>Rename {0} to {1}</source>
        <translation>переименование {0} в {1}</translation>
    </message>
    <message>
        <source>Change the title</source>
        <translation>изменение названия</translation>
    </message>
    <message>
        <source>batch {0}, {1}</source>
        <translation>батч {0}, {1}</translation>
    </message>
    <message>
        <source>head {0}, {1}</source>
        <translation>голова {0}, {1}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} и {1}</translation>
    </message>
    <message>
        <source>Use one head</source>
        <translation>одна голова</translation>
    </message>
    <message>
        <source>Split into {0} heads</source>
        <translation>число голов: {0}</translation>
    </message>
    <message>
        <source>Share one key/value head among all heads</source>
        <translation>одна голова K/V на все головы запросов</translation>
    </message>
    <message>
        <source>Share {0} key/value heads among {1} heads</source>
        <translation>голов K/V: {0}, голов запросов: {1}</translation>
    </message>
    <message>
        <source>Give every head keys and values of its own</source>
        <translation>свои ключи и значения у каждой головы</translation>
    </message>
    <message>
        <source>(drops columns of {0})</source>
        <translation>(удаляются столбцы {0})</translation>
    </message>
    <message>
        <source>Read from a source of its own</source>
        <translation>отдельный источник</translation>
    </message>
    <message>
        <source>Use one token list</source>
        <translation>один список токенов</translation>
    </message>
    <message>
        <source>(drops {0})</source>
        <translation>(удаляется {0})</translation>
    </message>
    <message>
        <source>Type in {0}</source>
        <translation>ввод {0}</translation>
    </message>
    <message>
        <source>Compute Q, K and V by projections</source>
        <translation>вычисление Q, K и V проекциями</translation>
    </message>
    <message>
        <source>(changes {0})</source>
        <translation>(меняются {0})</translation>
    </message>
    <message>
        <source>Pad {0}</source>
        <translation>заполнение: {0}</translation>
    </message>
    <message>
        <source>Allow {0}</source>
        <translation>открыть {0}</translation>
    </message>
    <message>
        <source>Block later keys</source>
        <translation>закрыть следующие ключи</translation>
    </message>
    <message>
        <source>Allow later keys</source>
        <translation>открыть следующие ключи</translation>
    </message>
    <message>
        <source>Align the last query with the last key</source>
        <translation>последний запрос у последнего ключа</translation>
    </message>
    <message>
        <source>Align the first query with the first key</source>
        <translation>первый запрос у первого ключа</translation>
    </message>
    <message>
        <source>Remove the window</source>
        <translation>снять окно</translation>
    </message>
    <message>
        <source>Window of {0}</source>
        <translation>окно шириной {0}</translation>
    </message>
    <message>
        <source>Block {0}</source>
        <translation>закрыть {0}</translation>
    </message>
    <message>
        <source>batch {0}</source>
        <translation>батч {0}</translation>
    </message>
    <message>
        <source>head {0}</source>
        <translation>голова {0}</translation>
    </message>
    <message>
        <source> in {0}</source>
        <translation> ({0})</translation>
    </message>
    <message>
        <source>Clear the custom mask</source>
        <translation>снять маску отдельных ячеек</translation>
    </message>
    <message>
        <source>Empty rows: zero</source>
        <translation>пустые строки: нули</translation>
    </message>
    <message>
        <source>Empty rows: nan</source>
        <translation>пустые строки: NaN</translation>
    </message>
    <message>
        <source>Empty rows: uniform</source>
        <translation>пустые строки: равные веса</translation>
    </message>
    <message>
        <source>Scale by 1/√d_k</source>
        <translation>масштаб 1/√d_k</translation>
    </message>
    <message>
        <source>Do not scale</source>
        <translation>без масштаба</translation>
    </message>
    <message>
        <source>Scale by {0}</source>
        <translation>масштаб {0}</translation>
    </message>
    <message>
        <source>Add a bias for every head</source>
        <translation>смещение для каждой головы</translation>
    </message>
    <message>
        <source>Add a bias</source>
        <translation>добавление смещения</translation>
    </message>
    <message>
        <source>Remove the bias</source>
        <translation>удаление смещения</translation>
    </message>
    <message>
        <source>Add the output projection</source>
        <translation>добавление выходной проекции</translation>
    </message>
    <message>
        <source>Remove the output projection</source>
        <translation>удаление выходной проекции</translation>
    </message>
    <message>
        <source>(drops columns of {0}: {1})</source>
        <translation>(удаляется столбцов {0}: {1})</translation>
    </message>
    <message>
        <source>Add a token at position {0} of {1}</source>
        <translation>добавление токена: место {0} из {1}</translation>
    </message>
    <message>
        <source>Add a source token at position {0} of {1}</source>
        <translation>добавление токена источника: место {0} из {1}</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>удаление {0}</translation>
    </message>
    <message>
        <source>Add column {0} to {1}</source>
        <translation>добавление столбца {0} в {1}</translation>
    </message>
    <message>
        <source>Remove column {0} of {1}</source>
        <translation>удаление столбца {0} из {1}</translation>
    </message>
    <message>
        <source>{0}, every head</source>
        <translation>{0}, в каждой голове</translation>
    </message>
    <message>
        <source>{0}, making room</source>
        <translation>{0}, с добавлением места</translation>
    </message>
</context>
<context>
    <name>explain</name>
    <message>
        <source>blocked: {0}</source>
        <translation>закрыто: {0}</translation>
    </message>
    <message>
        <source>0 / 0 → zero: {0}</source>
        <translation>0 / 0 → нуль: {0}</translation>
    </message>
    <message>
        <source>0 / 0 → nan: {0}</source>
        <translation>0 / 0 → NaN: {0}</translation>
    </message>
    <message>
        <source>no allowed key → uniform: {0}</source>
        <translation>нет разрешённых ключей → поровну: {0}</translation>
    </message>
    <message>
        <source>… more terms: {0}</source>
        <translation>… ещё слагаемых: {0}</translation>
    </message>
    <message>
        <source>unrounded {0}</source>
        <translation>без округления {0}</translation>
    </message>
</context>
<context>
    <name>formula</name>
    <message>
        <source>or</source>
        <translation>или</translation>
    </message>
</context>
<context>
    <name>refusal</name>
    <message>
        <source>A block of {0}×{1} at row {2}, column {3} does not fit into a matrix of {4}×{5}.</source>
        <translation>Блок {0}×{1} со строки {2}, столбца {3} не помещается в матрицу {4}×{5}.</translation>
    </message>
    <message>
        <source>A picture of {0} × {1} pixels is larger than {2} a side; choose a smaller scale than {3}.</source>
        <translation>Картинка {0} × {1} пикселей: сторона больше {2}; выберите масштаб меньше {3}.</translation>
    </message>
    <message>
        <source>A result is written to .json or .npz, not to {0}.</source>
        <translation>Результат записывается в .json или .npz, а не в {0}.</translation>
    </message>
    <message>
        <source>At scale {0} a picture has no pixels; choose a larger one.</source>
        <translation>В масштабе {0} на картинке нет ни пикселя; выберите масштаб больше.</translation>
    </message>
    <message>
        <source>Byte {0} is not UTF-8.</source>
        <translation>Байт {0} — не UTF-8.</translation>
    </message>
    <message>
        <source>Cannot make the folder {0}: {1}.</source>
        <translation>Не удаётся создать папку {0}: {1}.</translation>
    </message>
    <message>
        <source>Cannot read {0}: {1}.</source>
        <translation>Не удаётся прочитать {0}: {1}.</translation>
    </message>
    <message>
        <source>Cannot write {0}: {1}.</source>
        <translation>Не удаётся записать {0}: {1}.</translation>
    </message>
    <message>
        <source>Expecting &apos;,&apos; delimiter</source>
        <translation>нужен разделитель &apos;,&apos;</translation>
    </message>
    <message>
        <source>Expecting &apos;:&apos; delimiter</source>
        <translation>нужен разделитель &apos;:&apos;</translation>
    </message>
    <message>
        <source>Expecting property name enclosed in double quotes</source>
        <translation>нужно имя свойства в двойных кавычках</translation>
    </message>
    <message>
        <source>Expecting value</source>
        <translation>нужно значение</translation>
    </message>
    <message>
        <source>Extra data</source>
        <translation>лишние данные</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>имя файла слишком длинное</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of array</source>
        <translation>лишняя запятая перед концом массива</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of object</source>
        <translation>лишняя запятая перед концом объекта</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>ошибка ввода-вывода</translation>
    </message>
    <message>
        <source>Invalid \escape</source>
        <translation>недопустимая последовательность с \</translation>
    </message>
    <message>
        <source>Invalid \uXXXX escape</source>
        <translation>недопустимая последовательность \uXXXX</translation>
    </message>
    <message>
        <source>Invalid control character at</source>
        <translation>недопустимый управляющий символ</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>это папка</translation>
    </message>
    <message>
        <source>More than {0} bytes are in {1}.</source>
        <translation>Больше {0} байт: {1}.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>на диске нет места</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>нет такого файла или папки</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>это не папка</translation>
    </message>
    <message>
        <source>Only a square range can be {0}, not {1}×{2} cells.</source>
        <translation>Только квадратную область можно {0}, а здесь {1}×{2} ячеек.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>действие не разрешено</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>нет прав доступа</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>файловая система доступна только для чтения</translation>
    </message>
    <message>
        <source>Row {0}, column {1} of what was copied: {2}</source>
        <translation>Скопированное, строка {0}, столбец {1}: {2}</translation>
    </message>
    <message>
        <source>Score times factor</source>
        <translation>Произведение оценки и множителя</translation>
    </message>
    <message>
        <source>The JSON is nested too deep to read.</source>
        <translation>Вложенность JSON слишком глубокая для чтения.</translation>
    </message>
    <message>
        <source>The batch is empty: there is nothing to show, only to compute.</source>
        <translation>Батч пуст: его можно вычислить, но показать нечего.</translation>
    </message>
    <message>
        <source>The batch sizes differ: {0}.</source>
        <translation>Размеры батча различаются: {0}.</translation>
    </message>
    <message>
        <source>The difference quotient by {0}</source>
        <translation>Разностное отношение по {0}</translation>
    </message>
    <message>
        <source>The key {0} is given more than once.</source>
        <translation>Ключ {0} дан больше одного раза.</translation>
    </message>
    <message>
        <source>The last column cannot be removed.</source>
        <translation>Последний столбец удалить нельзя.</translation>
    </message>
    <message>
        <source>The last token cannot be removed.</source>
        <translation>Последний токен удалить нельзя.</translation>
    </message>
    <message>
        <source>The number of {0} is {1}, but that of their labels is {2}.</source>
        <translation>{0}: число {1}, а названий дано {2}.</translation>
    </message>
    <message>
        <source>The numbers of tokens differ: key {0}, value {1}; every key needs its value.</source>
        <translation>Число токенов различается: key {0}, value {1}; каждому ключу нужно значение.</translation>
    </message>
    <message>
        <source>The numbers of tokens differ: query {0}, key {1}; self-attention has one list.</source>
        <translation>Число токенов различается: query {0}, key {1}; у самовнимания один список.</translation>
    </message>
    <message>
        <source>The numbers of tokens differ: {0}, and {1} of the source; self-attention has one list.</source>
        <translation>Число токенов различается: {0}, а у источника {1}; у самовнимания один список.</translation>
    </message>
    <message>
        <source>The rows of what was copied differ in width: {0} in row 1 and {1} in row {2}.</source>
        <translation>Ширина строк в скопированном различается: {0} в строке 1, но {1} в строке {2}.</translation>
    </message>
    <message>
        <source>The scenario has no {0}.</source>
        <translation>В сценарии этого нет: {0}.</translation>
    </message>
    <message>
        <source>The view cannot be written: {0}.</source>
        <translation>Не удаётся записать view: {0}.</translation>
    </message>
    <message>
        <source>The {0} differs from head to head, of {1}; it cannot be split or merged into {2}.</source>
        <translation>{0}: у голов, которых {1}, страницы разные; разделить или объединить их в {2} нельзя.</translation>
    </message>
    <message>
        <source>mask padding has shape {0}, but the keys need {1} or {2}.</source>
        <translation>Форма mask padding — {0}, а ключам нужна {1} или {2}.</translation>
    </message>
    <message>
        <source>{0} has shape {1} and {2} has shape {3}: {0} must have height {4}, not {5}.</source>
        <translation>Форма {0} — {1}, форма {2} — {3}: в {0} нужно строк {4}, а не {5}.</translation>
    </message>
    <message>
        <source>There is a bias already.</source>
        <translation>Смещение уже есть.</translation>
    </message>
    <message>
        <source>There is an output projection already.</source>
        <translation>Выходная проекция уже есть.</translation>
    </message>
    <message>
        <source>There is no example {0}; choose from {1}.</source>
        <translation>Примера {0} нет; есть: {1}.</translation>
    </message>
    <message>
        <source>There is no number to paste.</source>
        <translation>Вставлять нечего: чисел нет.</translation>
    </message>
    <message>
        <source>There is no number.</source>
        <translation>Числа нет.</translation>
    </message>
    <message>
        <source>There is no panel {0}; choose from {1}.</source>
        <translation>Панели {0} нет; есть: {1}.</translation>
    </message>
    <message>
        <source>There is no quantity {0}; choose from {1}.</source>
        <translation>Величины {0} нет; есть: {1}.</translation>
    </message>
    <message>
        <source>There is no {0} {1}, only 0 to {2}.</source>
        <translation>Такого места нет: {0} {1}; есть от 0 до {2}.</translation>
    </message>
    <message>
        <source>There is no {0}.</source>
        <translation>Этого нет: {0}.</translation>
    </message>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>Для этого не хватает памяти.</translation>
    </message>
    <message>
        <source>There is room for at most {0} rows and columns, not for {1}.</source>
        <translation>Строк и столбцов помещается не больше {0}, а нужно {1}.</translation>
    </message>
    <message>
        <source>This is JSON, but not an object with &quot;format&quot;: &quot;{0}&quot;.</source>
        <translation>Это JSON, но не объект с &quot;format&quot;: &quot;{0}&quot;.</translation>
    </message>
    <message>
        <source>This is not JSON: {0}.</source>
        <translation>Это не JSON: {0}.</translation>
    </message>
    <message>
        <source>Unterminated string starting at</source>
        <translation>строка в кавычках не закрыта, начало</translation>
    </message>
    <message>
        <source>What was copied is no table: {0}.</source>
        <translation>Скопированное — не таблица: {0}.</translation>
    </message>
    <message>
        <source>a bias has rank 2 or, with a page for every head, 3</source>
        <translation>ранг смещения — 2 или, со страницей на каждую голову, 3</translation>
    </message>
    <message>
        <source>a boolean</source>
        <translation>true или false</translation>
    </message>
    <message>
        <source>a flat list</source>
        <translation>список без вложенных</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>список</translation>
    </message>
    <message>
        <source>a list of lengths</source>
        <translation>список длин</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>список текстов</translation>
    </message>
    <message>
        <source>a matrix (nested lists, or an object of shape and data)</source>
        <translation>матрица (вложенные списки или объект с shape и data)</translation>
    </message>
    <message>
        <source>a matrix has rank 2 or 3</source>
        <translation>ранг матрицы — 2 или 3</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>число</translation>
    </message>
    <message>
        <source>a projection has rank 2, the same for every batch</source>
        <translation>ранг проекции — 2, она одна на весь батч</translation>
    </message>
    <message>
        <source>a very large {0}</source>
        <translation>очень большое значение типа {0}</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>целое число</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>объект</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>батч</translation>
    </message>
    <message>
        <source>batch {0}, row {1}, column {2}</source>
        <translation>батч {0}, строка {1}, столбец {2}</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>смещение</translation>
    </message>
    <message>
        <source>bias has shape {0}, but the scores of a batch need {1} or {2}.</source>
        <translation>Форма bias — {0}, а оценкам одного батча нужна {1} или {2}.</translation>
    </message>
    <message>
        <source>blocked has rank 2 or, with a page for every batch and head, 4</source>
        <translation>ранг blocked — 2 или, со страницей на каждый батч и голову, 4</translation>
    </message>
    <message>
        <source>booleans</source>
        <translation>true или false</translation>
    </message>
    <message>
        <source>both</source>
        <translation>оба</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>байты</translation>
    </message>
    <message>
        <source>column</source>
        <translation>столбец</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>запятая</translation>
    </message>
    <message>
        <source>complex numbers</source>
        <translation>комплексные числа</translation>
    </message>
    <message>
        <source>custom mask</source>
        <translation>маска отдельных ячеек</translation>
    </message>
    <message>
        <source>direct and projected: one is needed, not {0}.</source>
        <translation>direct и projected: нужен один из двух, а дано: {0}.</translation>
    </message>
    <message>
        <source>embedded null byte</source>
        <translation>в имени есть нулевой байт</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>элемент</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>признак</translation>
    </message>
    <message>
        <source>field larger than field limit ({0})</source>
        <translation>ячейка длиннее предела ({0})</translation>
    </message>
    <message>
        <source>gradients has the key {0}, but only {1} are checked.</source>
        <translation>В gradients есть ключ {0}, а проверяются только {1}.</translation>
    </message>
    <message>
        <source>head</source>
        <translation>голова</translation>
    </message>
    <message>
        <source>head {0}, row {1}, column {2}</source>
        <translation>голова {0}, строка {1}, столбец {2}</translation>
    </message>
    <message>
        <source>heads is {0}, which does not split into groups of {1} for a key/value head, as the widths of Q and K ask for; head counts that would work: {2}.</source>
        <translation>heads равно {0} и не делится на группы по {1} с общей головой ключей и значений, как требует ширина Q и K; подходящее число голов: {2}.</translation>
    </message>
    <message>
        <source>heads is {0}, which {1} key/value heads do not divide; key/value head counts that would work: {2}.</source>
        <translation>heads равно {0} и не делится на число голов ключей и значений {1}; подходящее их число: {2}.</translation>
    </message>
    <message>
        <source>index {0}</source>
        <translation>индекс {0}</translation>
    </message>
    <message>
        <source>input feature</source>
        <translation>признак входов</translation>
    </message>
    <message>
        <source>inverse_sqrt_dk, none or a number</source>
        <translation>inverse_sqrt_dk, none или число</translation>
    </message>
    <message>
        <source>key</source>
        <translation>ключ</translation>
    </message>
    <message>
        <source>made the identity</source>
        <translation>сделать единичной</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>маска</translation>
    </message>
    <message>
        <source>mask blocked has shape {0}, but the scores need {1} or {2}.</source>
        <translation>Форма mask blocked — {0}, а оценкам нужна {1} или {2}.</translation>
    </message>
    <message>
        <source>mask causal is {0} instead of true or false.</source>
        <translation>mask causal: дано {0}, а нужно true или false.</translation>
    </message>
    <message>
        <source>mask has the key {0}, but only {1} are known.</source>
        <translation>В mask есть ключ {0}, а известны только {1}.</translation>
    </message>
    <message>
        <source>mask is {0} instead of a mapping.</source>
        <translation>mask: дано {0}, а нужно отображение.</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>ни одного</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>числа</translation>
    </message>
    <message>
        <source>output feature</source>
        <translation>признак выхода</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>выходная проекция</translation>
    </message>
    <message>
        <source>padding has rank 1 or, with a row for every batch, 2</source>
        <translation>ранг padding — 1 или, со строкой на каждый батч, 2</translation>
    </message>
    <message>
        <source>point</source>
        <translation>точка</translation>
    </message>
    <message>
        <source>query</source>
        <translation>запрос</translation>
    </message>
    <message>
        <source>row</source>
        <translation>строка</translation>
    </message>
    <message>
        <source>row {0}, column {1}</source>
        <translation>строка {0}, столбец {1}</translation>
    </message>
    <message>
        <source>scale is {0} instead of &quot;inverse_sqrt_dk&quot;, &quot;none&quot; or a number.</source>
        <translation>scale: дано {0}, а нужно &quot;inverse_sqrt_dk&quot;, &quot;none&quot; или число.</translation>
    </message>
    <message>
        <source>scale is {0}, but must be positive and finite, or &quot;inverse_sqrt_dk&quot; or &quot;none&quot;.</source>
        <translation>scale: дано {0}, а нужно конечное число больше нуля, &quot;inverse_sqrt_dk&quot; или &quot;none&quot;.</translation>
    </message>
    <message>
        <source>seed is {0} instead of at least 0.</source>
        <translation>seed: дано {0}, а нужно не меньше 0.</translation>
    </message>
    <message>
        <source>size {0}</source>
        <translation>размер {0}</translation>
    </message>
    <message>
        <source>source feature</source>
        <translation>признак источника</translation>
    </message>
    <message>
        <source>source tokens</source>
        <translation>токены источника</translation>
    </message>
    <message>
        <source>source_inputs is given, but self-attention has one token list; kind &quot;cross&quot; has two.</source>
        <translation>Дано source_inputs, но у самовнимания один список токенов; два — у вида &quot;cross&quot;.</translation>
    </message>
    <message>
        <source>source_tokens are given, but self-attention has one token list; kind &quot;cross&quot; has two.</source>
        <translation>Дано source_tokens, но у самовнимания один список токенов; два — у вида &quot;cross&quot;.</translation>
    </message>
    <message>
        <source>step is {0}, too small to move every input.</source>
        <translation>step: {0} — слишком мало, не каждый вход сдвинется.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>текст</translation>
    </message>
    <message>
        <source>text, or an object of en and ru</source>
        <translation>текст или объект с en и ru</translation>
    </message>
    <message>
        <source>the file is write-protected</source>
        <translation>файл защищён от записи</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>модель</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
    </message>
    <message>
        <source>token is {0} instead of one of 0 … {1}.</source>
        <translation>token: дано {0}, а нужно от 0 до {1}.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>токены</translation>
    </message>
    <message>
        <source>transposed</source>
        <translation>транспонировать</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true или false</translation>
    </message>
    <message>
        <source>upstream has shape {0}, but the output has shape {1}.</source>
        <translation>Форма upstream — {0}, а форма выхода — {1}.</translation>
    </message>
    <message>
        <source>values of type {0}</source>
        <translation>значения типа {0}</translation>
    </message>
    <message>
        <source>version is {0}; this program reads {1}.</source>
        <translation>version: {0}; эта программа читает {1}.</translation>
    </message>
    <message>
        <source>view is nested deeper than {0} levels.</source>
        <translation>Вложенность view глубже {0} уровней.</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} и {1}</translation>
    </message>
    <message>
        <source>{0} and {1} are both given, but a problem has either query, key and value or inputs with w_query, w_key and w_value.</source>
        <translation>Даны и {0}, и {1}, но у задачи либо query, key и value, либо inputs с w_query, w_key и w_value.</translation>
    </message>
    <message>
        <source>{0} can be read in two ways; write the root first, as in √3/2.</source>
        <translation>{0} можно прочесть двояко; пишите корень первым, как в √3/2.</translation>
    </message>
    <message>
        <source>{0} cannot be edited here; choose from {1}.</source>
        <translation>{0} здесь изменить нельзя; можно: {1}.</translation>
    </message>
    <message>
        <source>{0} divides by zero.</source>
        <translation>{0} — деление на ноль.</translation>
    </message>
    <message>
        <source>{0} entry {1}</source>
        <translation>{0}, элемент {1}</translation>
    </message>
    <message>
        <source>{0} has a {1}; by your setting a {2} separates decimals, and nothing separates thousands.</source>
        <translation>В {0} есть {1}; по вашей настройке десятичный знак — {2}, а разряды не отделяются.</translation>
    </message>
    <message>
        <source>{0} has length {1}, but its shape {2} asks for {3}.</source>
        <translation>Элементов в {0} {1}, а по форме {2} нужно {3}.</translation>
    </message>
    <message>
        <source>{0} has more than one decimal sign; a comma or a point separates decimals, and nothing separates thousands.</source>
        <translation>В {0} больше одного десятичного знака; это запятая или точка, а разряды не отделяются.</translation>
    </message>
    <message>
        <source>{0} has no columns (width 0).</source>
        <translation>В {0} нет столбцов (ширина 0).</translation>
    </message>
    <message>
        <source>{0} has no features (width 0).</source>
        <translation>В {0} нет признаков (ширина 0).</translation>
    </message>
    <message>
        <source>{0} has no tokens.</source>
        <translation>В {0} нет токенов.</translation>
    </message>
    <message>
        <source>{0} has rank {1}, but a W matrix has rank 2 (width before × width after).</source>
        <translation>Ранг {0} — {1}, а ранг матрицы W — 2 (ширина до × ширина после).</translation>
    </message>
    <message>
        <source>{0} has rank {1}, but a matrix has rank 2 (tokens × width) or 3 (batch × tokens × width).</source>
        <translation>Ранг {0} — {1}, а ранг матрицы — 2 (токены × ширина) или 3 (батч × токены × ширина).</translation>
    </message>
    <message>
        <source>{0} has rank {1}; {2}.</source>
        <translation>Ранг {0} — {1}; {2}.</translation>
    </message>
    <message>
        <source>{0} has shape {1}, but {2} has shape {3}.</source>
        <translation>Форма {0} — {1}, а форма {2} — {3}.</translation>
    </message>
    <message>
        <source>{0} has the root of a negative number.</source>
        <translation>В {0} корень из отрицательного числа.</translation>
    </message>
    <message>
        <source>{0} has width {1} a head and {2} has width {3} a head, but d_k must be the same for both.</source>
        <translation>Ширина головы в {0} — {1}, а в {2} — {3}, но d_k у них должно быть одно.</translation>
    </message>
    <message>
        <source>{0} has width {1} and {2} has width {3}, but d_k must be the same for both.</source>
        <translation>Ширина {0} — {1}, а ширина {2} — {3}, но d_k у них должно быть одно.</translation>
    </message>
    <message>
        <source>{0} has width {1}, which {2} heads do not divide; head counts that would work: {3}.</source>
        <translation>{0}: ширина {1} не делится на число голов {2}; подходящее их число: {3}.</translation>
    </message>
    <message>
        <source>{0} has width {1}, which {2} key/value heads do not divide; key/value head counts that would work: {3}.</source>
        <translation>{0}: ширина {1} не делится на число голов ключей и значений {2}; подходящее их число: {3}.</translation>
    </message>
    <message>
        <source>{0} has {1}, but {2} has {3}.</source>
        <translation>{0}: {1}, но {2}: {3}.</translation>
    </message>
    <message>
        <source>{0} holds half a character at position {1}.</source>
        <translation>{0}: в позиции {1} половина символа.</translation>
    </message>
    <message>
        <source>{0} holds {1} at {2} instead of {3}.</source>
        <translation>{0} содержит {1} ({2}), а нужно: {3}.</translation>
    </message>
    <message>
        <source>{0} holds {1} instead of {2}.</source>
        <translation>{0} содержит {1}, а нужно: {2}.</translation>
    </message>
    <message>
        <source>{0} is NaN.</source>
        <translation>{0}: это NaN.</translation>
    </message>
    <message>
        <source>{0} is infinite, or too large for float64.</source>
        <translation>{0}: бесконечность или слишком велико для float64.</translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <translation>Не хватает {0}.</translation>
    </message>
    <message>
        <source>{0} is missing: {1} are all needed.</source>
        <translation>Не хватает {0}: нужны {1}.</translation>
    </message>
    <message>
        <source>{0} is not a finite number.</source>
        <translation>{0} — не конечное число.</translation>
    </message>
    <message>
        <source>{0} is not a key of a scenario; known are {1}.</source>
        <translation>Ключа {0} в сценарии не бывает; известны: {1}.</translation>
    </message>
    <message>
        <source>{0} is not a number.</source>
        <translation>{0} — не число.</translation>
    </message>
    <message>
        <source>{0} is ragged: its rows differ in length.</source>
        <translation>{0} с неровным краем: строки разной длины.</translation>
    </message>
    <message>
        <source>{0} is too large for float64 at {1}.</source>
        <translation>{0} не помещается в float64 ({1}).</translation>
    </message>
    <message>
        <source>{0} is too large for float64 at {1}: a product or a sum of finite numbers went beyond 1.797e308.</source>
        <translation>{0} не помещается в float64 в ячейке {1}: произведение или сумма конечных чисел больше 1.797e308.</translation>
    </message>
    <message>
        <source>{0} is too large for float64.</source>
        <translation>{0} не помещается в float64.</translation>
    </message>
    <message>
        <source>{0} is too large for float64: a product or a sum of finite numbers went beyond 1.797e308.</source>
        <translation>{0} не помещается в float64: произведение или сумма конечных чисел больше 1.797e308.</translation>
    </message>
    <message>
        <source>{0} is {1} at {2}; every number must be finite.</source>
        <translation>{0}: дано {1} ({2}), а каждое число должно быть конечным.</translation>
    </message>
    <message>
        <source>{0} is {1} instead of a finite number above 0.</source>
        <translation>{0}: дано {1}, а нужно конечное число больше 0.</translation>
    </message>
    <message>
        <source>{0} is {1} instead of a whole number above 0.</source>
        <translation>{0}: дано {1}, а нужно целое число больше 0.</translation>
    </message>
    <message>
        <source>{0} is {1} instead of a whole number.</source>
        <translation>{0}: дано {1}, а нужно целое число.</translation>
    </message>
    <message>
        <source>{0} is {1} instead of one of {2} … {3}.</source>
        <translation>{0}: дано {1}, а нужно от {2} до {3}.</translation>
    </message>
    <message>
        <source>{0} is {1} instead of {2}.</source>
        <translation>{0}: дано {1}, а нужно {2}.</translation>
    </message>
    <message>
        <source>{0} must be at least 1, but it is {1}.</source>
        <translation>{0}: нужно не меньше 1, а дано {1}.</translation>
    </message>
    <message>
        <source>{0} must be from 0 to {1}.</source>
        <translation>{0}: нужно от 0 до {1}.</translation>
    </message>
    <message>
        <source>{0} must be {1}, but it is {2}.</source>
        <translation>{0}: ожидается {1}, а дано: {2}.</translation>
    </message>
    <message>
        <source>{0} must be {1}.</source>
        <translation>{0}: ожидается {1}.</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} или {1}</translation>
    </message>
    <message>
        <source>{0} values of {1} are more than {2}.</source>
        <translation>Значений {1} дано {0}, а можно не больше {2}.</translation>
    </message>
    <message>
        <source>{0} {1} {2}</source>
        <translation>{0}, {1} {2}</translation>
    </message>
    <message>
        <source>{0}.{1}</source>
        <translation>{0}.{1}</translation>
    </message>
    <message>
        <source>{0}: line {1} column {2} (char {3})</source>
        <translation>{0}: строка {1}, столбец {2} (символ {3})</translation>
    </message>
    <message>
        <source>“{0}” is computed; paste into a matrix of the inputs instead.</source>
        <translation>«{0}» вычисляется; вставляйте в матрицы входов.</translation>
    </message>
</context>
</TS>
